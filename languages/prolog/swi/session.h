// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "engine/support/result.h"
#include "languages/prolog/swi/coprocess.h"
#include "languages/prolog/swi/wire.h"

namespace cuttle::prolog {

struct SwiClause {
  WireTerm head, body;  // they share variable numbers
  std::string module;   // in which the body runs
  std::string file;     // empty: not from a file
  unsigned line = 0;
  bool user = false;  // part of the program, not of a library
  uint32_t variables = 0;
};

struct SwiPredicate {
  bool defined = false;
  std::string module;  // where it is defined
  bool dynamic = false, foreign = false, built_in = false, tabled = false, moded = false,
       det = false;
  bool ssu = false;               // its rules are Head => Body
  std::vector<std::string> meta;  // one specifier per argument; empty: not a meta-predicate
  std::vector<SwiClause> clauses;
};

struct SwiOperator {
  int priority;
  std::string type, name;
};

struct SwiPredicateName {
  std::string module, name;
  unsigned arity = 0;
  bool exported = false;
};

struct SwiGoal {
  WireTerm goal;
  std::vector<std::pair<std::string, uint32_t>> names;  // of its variables
};

// A running SWI-Prolog that has the user's program loaded. Thread-safe: calls are serialised.
class SwiSession {
 public:
  // Starts it and loads the files. What SWI-Prolog had to say is in the error, or in messages().
  enum class Role : uint8_t { loader, judge };
  // `libraries`: folders in which library(...) is looked for first.
  static Result<std::unique_ptr<SwiSession>> start(const std::vector<std::string>& files,
                                                   Role role = Role::loader,
                                                   const std::vector<std::string>& libraries = {},
                                                   const Walls& walls = {});
  ~SwiSession();
  SwiSession(const SwiSession&) = delete;
  SwiSession& operator=(const SwiSession&) = delete;

  const std::string& messages() const { return messages_; }  // warnings while loading
  Result<SwiPredicate> resolve(const std::string& module, const std::string& name, unsigned arity);
  Result<std::vector<SwiOperator>> operators();
  Result<SwiGoal> read_goal(const std::string& text);
  Result<std::vector<SwiPredicateName>> predicates();
  Result<WireTerm> modes(const std::string& name, unsigned arity);
  Result<WireTerm> seeds(const std::string& name, unsigned arity);
  Result<std::vector<std::string>> files();
  // Any request whose reply is one term; waits at most so long (0: for ever).
  Result<WireTerm> ask(const std::string& request, double seconds);
  bool timed_out() const { return process_.timed_out(); }
  // Heads of the system's predicates that the program defines itself, as text: user:length(_,_).
  Result<std::vector<std::string>> redefined();
  // What the walls refused since the last call.
  std::vector<Attempt> take_attempts();
  // Directives of assertions (`:- pred ...`) whose operators the program does not declare.
  Result<std::vector<std::string>> assertion_directives();
  // Up to `limit` solutions of a goal (canonical text), as instances of the goal. A goal that takes
  // longer, or that brings SWI-Prolog down, is an error; the next request finds a fresh process.
  Result<WireTerm> solve(const std::string& goal, unsigned limit, double seconds);

 private:
  SwiSession(const std::vector<std::string>& files, Role role,
             const std::vector<std::string>& libraries, const Walls& walls)
      : files_(files), role_(role), libraries_(libraries), walls_(walls) {}
  Result<void> begin();  // also after the process was lost
  Result<std::vector<std::string>> names(const std::string& request);
  Result<void> load(const std::vector<std::string>& files);
  Result<void> send(const std::string& request);
  Result<std::string> line();
  Result<WireTerm> term();  // the next reply must be a term
  static bool read_token(const std::string& line, WireTerm& out, uint32_t& items);
  bool read_term(const std::string& first, WireTerm& out);
  Error lost();

  const std::vector<std::string> files_;
  const Role role_;
  const std::vector<std::string> libraries_;
  const Walls walls_;

  std::mutex mutex_;
  Coprocess process_;
  std::string messages_;
  double timeout_ = 0;
};

// Which version of SWI-Prolog is installed? Empty when it is not.
std::string swi_version();

}  // namespace cuttle::prolog
