// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/path/test_case.h"
#include "engine/support/result.h"
#include "engine/target/limits.h"
#include "engine/walls/warden.h"
#include "languages/erlang/term/term.h"
#include "languages/erlang/vm/program.h"

namespace cuttle::erlang {

struct StackFrame {
  std::string module, function;
  unsigned arity = 0;
  std::string file;
  unsigned line = 0;  // 0: unknown
};

// How a run ended.
struct Answer {
  enum class Kind {
    returned,   // value
    raised,     // class, value (the reason), stack: nobody caught it
    halted,     // the program ended the virtual machine: status
    limit,      // of ours: what is "time", "memory", "atoms", "processes"
    deadlock,   // all processes of the program wait for messages that nobody sends
    redundant,  // all processes that could go on are asleep (engine/path/test_case.h)
    lost,       // the virtual machine died or could not be started: what
  };
  Kind kind = Kind::lost;
  std::string error_class;  // "error", "exit", "throw"
  Term value;               // '$too_large' when it does not fit
  std::string text;         // the value as Erlang prints it, shortened
  std::vector<StackFrame> stack;
  int status = 0;
  std::string what;
  // Processes that ended with an exception nobody caught while the first one went on, and messages
  // that nobody took: for people.
  std::vector<std::string> crashes;
  unsigned orphans = 0;    // messages left in mailboxes at the end
  unsigned processes = 0;  // besides the first one
  unsigned killed = 0;     // by others, while they waited
};

// A virtual machine that runs the program again and again: one per worker. It is started when it
// is first needed, and anew after it was damaged; a run never harms the tool or the next run.
class Machine {
 public:
  // Instrumented code writes events; plain code is the user's. Code that takes turns runs in the
  // order of a schedule, and writes no events: Program::turns.
  enum class Code { instrumented, turns, plain };
  static Result<std::unique_ptr<Machine>> start(const Toolchain& toolchain, const Program& program,
                                                Code code, const RunLimits& limits);
  virtual ~Machine() = default;

  // Calls the program's function with these arguments (inputs/kinds.h says how funs, pids and
  // references are written: {'$cuttle', 'fun', Arity, Results}, {'$cuttle', pid, N}).
  // Plain code runs in an order of its own.
  virtual Answer run(const std::vector<Term>& arguments, const RunLimits& limits,
                     const Schedule& schedule) = 0;
  Answer run(const std::vector<Term>& arguments, const RunLimits& limits) {
    return run(arguments, limits, {});
  }

  // Of the last run, until the next: docs/erlang-protocol.md.
  virtual std::span<const uint64_t> events() const = 0;
  virtual bool truncated() const = 0;
  // One byte per clause of all modules: 1 when it was chosen.
  virtual std::span<const uint8_t> coverage() const = 0;
  // What the walls refused in the last run.
  virtual const std::vector<Attempt>& attempts() const = 0;
};

}  // namespace cuttle::erlang
