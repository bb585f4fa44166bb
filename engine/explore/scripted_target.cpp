// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/scripted_target.h"

#include <algorithm>

namespace cuttle {
namespace {

struct RunEnds {};  // thrown by fail() and assume() to leave the program

class ScriptedTarget : public Target, private Inspector {
 public:
  ScriptedTarget(ExprPool& pool, const ScriptedProgram& program, bool confirms, Deadline& clock)
      : pool_(pool), program_(program), confirms_(confirms), clock_(clock) {
    info_.name = "scripted";
    info_.language = "test";
    info_.input_hint = "call input()";
    for (unsigned line = 0; line < 100; ++line) info_.sites.push_back({"demo", line, 0, "main"});
    info_.coverage.push_back({"branches", std::vector<SourceLocation>(10)});
  }

  const TargetInfo& info() const override { return info_; }
  Inspector* inspector() override { return this; }

  Execution run(const TestCase& test, const RunLimits& limits) override {
    return run(test, limits, false);
  }

  Execution run(const TestCase& test, const RunLimits& limits, bool inspected) {
    Execution execution;
    const Deadline begin = clock_;
    ScriptedRun run(pool_, test, execution, inspected, clock_, limits);
    try {
      program_(run);
    } catch (const RunEnds&) {
    }
    execution.seconds = std::chrono::duration<double>(clock_ - begin).count();
    return execution;
  }

  std::optional<Outcome> inspect(const TestCase& test, const RunLimits& limits) override {
    return run(test, limits, true).outcome;
  }

  Confirmation confirm(const TestCase& test, const Outcome& expected,
                       const RunLimits& limits) override {
    Confirmation result;
    result.outcome = run(test, limits, true).outcome;
    if (result.outcome.kind == Outcome::Kind::lost) return cut_off_confirmation();
    result.confirmed = confirms_ && result.outcome.is_bug() && result.outcome.bug == expected.bug;
    if (!result.confirmed) result.why = "the plain program did not fail";
    return result;
  }

  std::vector<std::string> describe(const TestCase& test) const override {
    std::vector<std::string> lines;
    for (const NamedInput& input : to_portable(pool_, test).inputs)
      lines.push_back(input.name + " = " + input.value);
    return lines;
  }

 private:
  ExprPool& pool_;
  const ScriptedProgram& program_;
  bool confirms_;
  Deadline& clock_;
  TargetInfo info_;
};

}  // namespace

void ScriptedRun::take(double seconds) {
  const Deadline before = clock_;
  clock_ = deadline_after(clock_, seconds);
  if (clock_ < limits_.until) return;
  clock_ = std::max(before, limits_.until);
  execution_.outcome.kind = Outcome::Kind::lost;
  throw RunEnds();
}

void ScriptedRun::hang(const std::string& location, double& seconds) {
  seconds += limits_.seconds;
  take(limits_.seconds);
  execution_.outcome.bug = BugKind::timeout;
  end_with_bug("did not end", location);
}

ExprId ScriptedRun::input(const std::string& name, unsigned width) {
  ExprId e = pool_.variable(name, Sort::bits(width), "u" + std::to_string(width));
  const Value* given = test_.inputs.get(pool_.var_of(e));
  execution_.inputs.set(pool_.var_of(e), given != nullptr ? *given : Value::bits(width, 0));
  evaluator_.emplace(pool_, execution_.inputs);
  return e;
}

bool ScriptedRun::branch(SiteId site, ExprId condition) {
  bool taken = value(condition) != 0;
  Choice choice;
  choice.site = site;
  choice.taken = taken;
  choice.condition = taken ? condition : pool_.not_(condition);
  choice.others_begin = static_cast<uint32_t>(execution_.alternatives.size());
  choice.others_count = 1;
  execution_.alternatives.push_back({!taken, pool_.not_(choice.condition)});
  execution_.choices.push_back(choice);
  return taken;
}

size_t ScriptedRun::select(SiteId site, ExprId e, const std::vector<uint64_t>& cases) {
  uint64_t concrete = value(e);
  Choice choice;
  choice.site = site;
  choice.taken = static_cast<uint32_t>(cases.size());
  choice.others_begin = static_cast<uint32_t>(execution_.alternatives.size());
  ExprId none = pool_.true_expr();
  auto add = [&](uint32_t id, bool taken, ExprId condition) {
    if (taken) {
      choice.taken = id;
      choice.condition = condition;
    } else {
      execution_.alternatives.push_back({id, condition});
    }
  };
  bool matched = false;
  for (uint32_t i = 0; i < cases.size(); ++i) {
    ExprId match = pool_.eq(e, pool_.bits(pool_.sort(e).width, cases[i]));
    add(i, concrete == cases[i], match);
    matched = matched || concrete == cases[i];
    none = pool_.and_(none, pool_.not_(match));
  }
  add(static_cast<uint32_t>(cases.size()), !matched, none);
  choice.others_count = static_cast<uint32_t>(execution_.alternatives.size()) - choice.others_begin;
  execution_.choices.push_back(choice);
  return choice.taken;
}

bool ScriptedRun::one_of(SiteId site, ExprId e, const std::vector<uint64_t>& values) {
  ExprId any = pool_.false_expr();
  for (uint64_t value : values) {
    any = pool_.or_(any, pool_.eq(e, pool_.bits(pool_.sort(e).width, value)));
  }
  const bool taken = branch(site, any);
  if (taken) {
    execution_.shared_ways.push_back({static_cast<uint32_t>(execution_.choices.size() - 1), e,
                                      std::make_shared<const std::vector<uint64_t>>(values)});
  }
  return taken;
}

uint64_t ScriptedRun::open_choice(SiteId site, ExprId key) {
  uint64_t concrete = value(key);
  Choice choice;
  choice.kind = ChoiceKind::clause_set;
  choice.site = site;
  choice.open = true;
  choice.taken = alternative_of_value(concrete);
  choice.condition = pool_.eq(key, pool_.bits(pool_.sort(key).width, concrete));
  execution_.choices.push_back(choice);
  return concrete;
}

uint32_t ScriptedRun::race(SiteId site, const std::vector<uint32_t>& threads) {
  const std::vector<uint32_t>& steps = test_.schedule.steps;
  uint32_t first = threads.front();
  if (races_ < steps.size() &&
      std::find(threads.begin(), threads.end(), steps[races_]) != threads.end())
    first = steps[races_];
  ++races_;
  Choice choice;
  choice.kind = ChoiceKind::race;
  choice.site = site;
  choice.taken = first;
  choice.condition = pool_.true_expr();
  choice.others_begin = static_cast<uint32_t>(execution_.alternatives.size());
  for (uint32_t thread : threads)
    if (thread != first) execution_.alternatives.push_back({thread, pool_.true_expr()});
  choice.others_count = static_cast<uint32_t>(threads.size() - 1);
  execution_.choices.push_back(choice);
  return first;
}

void ScriptedRun::assume(SiteId site, ExprId condition) {
  bool holds = branch(site, condition);
  execution_.choices.back().kind = ChoiceKind::assume;
  execution_.choices.back().flippable = !holds;
  if (holds) return;
  execution_.outcome.kind = Outcome::Kind::rejected;
  throw RunEnds();
}

void ScriptedRun::fail(const std::string& message, const std::string& location) {
  execution_.outcome.bug = BugKind::assertion;
  end_with_bug(message, location);
}

void ScriptedRun::end_with_bug(const std::string& message, const std::string& location) {
  execution_.outcome.kind = Outcome::Kind::bug;
  execution_.outcome.message = message;
  execution_.outcome.location = location;
  execution_.outcome.key = usual_key(execution_.outcome);
  throw RunEnds();
}

Result<std::unique_ptr<Target>> ScriptedFactory::create(ExprPool& pool) {
  return std::unique_ptr<Target>(
      std::make_unique<ScriptedTarget>(pool, program_, confirms_, clock_));
}

}  // namespace cuttle
