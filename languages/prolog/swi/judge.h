// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "languages/prolog/swi/session.h"

namespace cuttle::prolog {

// What SWI-Prolog says about a test case.
struct Verdict {
  enum class End : uint8_t { more, failure, error, limit, halted, crashed, timeout };
  End end = End::crashed;
  int exit_code = 0;
  WireTerm ball;                  // error
  std::vector<WireTerm> answers;  // instances of the goal
  bool traced = false;
  std::vector<unsigned> lines;  // of the user's clauses that were entered, in order
};

// A SWI-Prolog with the user's program loaded that runs each goal in a process of its own, forked
// off, so that nothing is left over from one test case to the next. Thread-safe.
class Judge {
 public:
  static Result<std::unique_ptr<Judge>> start(const std::vector<std::string>& files,
                                              const std::vector<std::string>& libraries = {},
                                              const Walls& walls = {});

  // `comments`: predicates that are `is det' in comments are held to it.
  Result<Verdict> check(const std::string& module, const std::string& goal, unsigned max_answers,
                        uint64_t inferences, double seconds, bool trace, bool comments = true);

 private:
  std::mutex mutex_;
  std::vector<std::string> files_, libraries_;
  Walls walls_;
  std::unique_ptr<SwiSession> session_;
};

}  // namespace cuttle::prolog
