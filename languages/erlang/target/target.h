// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/target/target.h"
#include "languages/erlang/replay/replayer.h"
#include "languages/erlang/target/arguments.h"
#include "languages/erlang/target/coverage.h"
#include "languages/erlang/target/open.h"
#include "languages/erlang/vm/machine.h"

namespace cuttle::erlang {

// Runs the function on a virtual machine and replays what it did with shadow values.
class ErlangTarget : public Target {
 public:
  static Result<std::unique_ptr<ErlangTarget>> create(std::shared_ptr<const Opened> opened,
                                                      ExprPool& pool);

  const TargetInfo& info() const override { return info_; }
  Execution run(const TestCase& test, const RunLimits& limits) override;
  Confirmation confirm(const TestCase& test, const Outcome& expected,
                       const RunLimits& limits) override;
  std::vector<std::string> describe(const TestCase& test) const override;

  // For exports: the arguments, and how the plain module ends with them.
  std::vector<Term> arguments(const TestCase& test) { return arguments_.of(test); }
  Result<Answer> run_plain(const std::vector<Term>& arguments, const RunLimits& limits);
  Result<Answer> run_in_turns(const std::vector<Term>& arguments, const Schedule& schedule,
                              const RunLimits& limits);

 private:
  ErlangTarget(std::shared_ptr<const Opened> opened, ExprPool& pool);
  Outcome judge(const Answer& answer, const std::vector<Term>& arguments) const;

  std::shared_ptr<const Opened> opened_;
  mutable Arguments arguments_;
  Replayer replayer_;
  Coverage coverage_;
  std::unique_ptr<Machine> machine_, plain_, turns_;
  TargetInfo info_;
  std::vector<std::string> trace_;  // of the last run
};

}  // namespace cuttle::erlang
