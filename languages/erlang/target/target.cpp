// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/target/target.h"

#include <chrono>

#include "engine/process/attempts.h"
#include "languages/erlang/target/outcome.h"

namespace cuttle::erlang {

ErlangTarget::ErlangTarget(std::shared_ptr<const Opened> opened, ExprPool& pool)
    : opened_(std::move(opened)),
      arguments_(*opened_, pool),
      replayer_(arguments_.skeleton(), arguments_.names().atoms, arguments_.names().keys),
      coverage_(*opened_) {
  for (const CoreModule& core : opened_->cores) replayer_.add(core);
  replayer_.set_trace(opened_->options.trace);
  info_.name = opened_->name;
  info_.language = "erlang";
  info_.sites = replayer_.sites();
  info_.coverage = coverage_.families();
  info_.bug_kinds = erlang_bug_kinds();
  info_.input_hint = opened_->program.arity == 0
                         ? "the function has no arguments: explore one that has"
                         : "the function decides nothing on its arguments";
}

Result<std::unique_ptr<ErlangTarget>> ErlangTarget::create(std::shared_ptr<const Opened> opened,
                                                           ExprPool& pool) {
  std::unique_ptr<ErlangTarget> target(new ErlangTarget(std::move(opened), pool));
  const Opened& shared = *target->opened_;
  auto machine = Machine::start(shared.toolchain, shared.program, Machine::Code::instrumented, {});
  if (!machine) return machine.error();
  target->machine_ = std::move(*machine);
  return target;
}

Outcome ErlangTarget::judge(const Answer& answer, const std::vector<Term>& arguments) const {
  const bool within = conform(arguments, opened_->spec);
  if (within || !opened_->options.by_spec) return outcome_of(answer, *opened_, arguments, within);
  // The domain of the inputs is a little wider than their types.
  Outcome outcome;
  outcome.kind = Outcome::Kind::rejected;
  outcome.message = "the spec does not allow these arguments";
  return outcome;
}

Execution ErlangTarget::run(const TestCase& test, const RunLimits& limits) {
  const auto started = std::chrono::steady_clock::now();
  const std::vector<Term> arguments = arguments_.of(test);
  const Answer answer = machine_->run(arguments, limits, test.schedule);
  Replayed replayed = replayer_.replay(
      {opened_->program.module, opened_->program.function, opened_->program.arity},
      arguments_.positions(), machine_->events(), machine_->truncated(), test, limits);
  Execution execution;
  execution.outcome = judge(answer, arguments);
  execution.redundant = answer.kind == Answer::Kind::redundant;
  execution.log = std::move(replayed.log);
  execution.covered = coverage_.take(machine_->coverage(), replayed.lines, replayer_.sites());
  execution.inputs = std::move(replayed.inputs);
  execution.choices = std::move(replayed.choices);
  execution.alternatives = std::move(replayed.alternatives);
  execution.limitations = std::move(replayed.limitations);
  // Another input of the same path may be one that the spec allows.
  if (execution.outcome.kind == Outcome::Kind::rejected)
    execution.limitations.push_back({Reason::unsupported, opened_->function_text(),
                                     "a type of the spec, which was taken a little wider", 1});
  if (answer.killed > 0)
    execution.limitations.push_back({Reason::threads, opened_->function_text(),
                                     "processes that others end, earlier or later", answer.killed});
  for (const Attempt& attempt : machine_->attempts()) tell_of(attempt, {}, execution, info_);
  execution.truncated = replayed.truncated;
  trace_ = std::move(replayed.trace);
  execution.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  return execution;
}

Result<Answer> ErlangTarget::run_plain(const std::vector<Term>& arguments,
                                       const RunLimits& limits) {
  if (!plain_) {
    auto machine =
        Machine::start(opened_->toolchain, opened_->program, Machine::Code::plain, limits);
    if (!machine) return machine.error();
    plain_ = std::move(*machine);
  }
  return plain_->run(arguments, limits);
}

// Of processes in this order: plain code that takes turns, and says nothing else.
Result<Answer> ErlangTarget::run_in_turns(const std::vector<Term>& arguments,
                                          const Schedule& schedule, const RunLimits& limits) {
  if (!turns_) {
    auto program = opened_->with_turns();
    if (!program) return program.error();
    auto machine = Machine::start(opened_->toolchain, *program, Machine::Code::turns, limits);
    if (!machine) return machine.error();
    turns_ = std::move(*machine);
  }
  return turns_->run(arguments, limits, schedule);
}

Confirmation ErlangTarget::confirm(const TestCase& test, const Outcome& expected,
                                   const RunLimits& limits) {
  Confirmation confirmation;
  confirmation.outcome = expected;
  const std::vector<Term> arguments = arguments_.of(test);
  auto answer = test.schedule.steps.empty() ? run_plain(arguments, limits)
                                            : run_in_turns(arguments, test.schedule, limits);
  if (!answer) {
    confirmation.why = answer.error().message;
    return confirmation;
  }
  const Outcome plain = judge(*answer, arguments);
  confirmation.why = difference(expected, plain);
  confirmation.confirmed = confirmation.why.empty();
  if (confirmation.confirmed || !expected.is_bug()) confirmation.outcome = plain;
  return confirmation;
}

std::vector<std::string> ErlangTarget::describe(const TestCase& test) const {
  std::vector<std::string> lines{arguments_.call_text(arguments_.of(test))};
  lines.insert(lines.end(), trace_.begin(), trace_.end());
  return lines;
}

}  // namespace cuttle::erlang
