// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "languages/erlang/replay/core.h"

namespace cuttle::erlang::replay {

// Writes a replay as events of the paper "Concolic Execution in Functional Programming by Program
// Instrumentation": call, exit, bind, case, exitcase, each with the parameters and the bound
// variables of the function it happens in. Calls and cases in tail position get variables for their
// results, as the paper's flat programs have them; clauses that only raise what the compiler added
// are left out.
class Tracer {
 public:
  // A function begins; `site` is the call, null for the first one. `depth` is how much is left to
  // do after it: what is entered at one depth ends when something is delivered there.
  void enter(size_t depth, const CoreModule& module, const CoreFunction& callee, const Code* site);
  void choose(size_t depth, const Code& code, size_t taken);
  void leave(size_t depth);  // all that was entered at this depth or deeper has its result
  void bind(const Code& let);
  void unwind(size_t depth);  // an exception: nothing deeper than this has a result

  std::vector<std::string> lines;

 private:
  // The names of a function's variables.
  struct Names {
    const CoreModule* module = nullptr;
    std::vector<std::string> slots;
    std::map<const Code*, std::string> results;  // of calls and cases
    std::vector<std::string> bound;
    std::string context;  // "[X, Y], [W1, W2]"
  };
  struct Entered {
    size_t depth;
    const CoreFunction* function;
    const Code* chosen = nullptr;  // the case; otherwise the function itself
    const Code* body = nullptr;    // of the clause
  };
  const Names& names_of(const CoreModule& module, const CoreFunction& function);
  void name_results(const Code& code, const std::vector<uint32_t>* slots, Names& names);
  static bool has_result(const Code& code);
  std::string text(const Operand& operand, const Names& names) const;
  std::string text(const Pattern& pattern, const Names& names) const;
  std::string result(const Code& code, const Names& names) const;
  std::string all(const std::vector<Operand>& operands, size_t from, const Names& names) const;
  void write(std::string line);

  std::map<const CoreFunction*, Names> names_;
  std::vector<Entered> stack_;
};

}  // namespace cuttle::erlang::replay
