// SPDX-License-Identifier: Apache-2.0
#include "engine/trials/threads.h"

#include <algorithm>

#include "engine/schedule/findings.h"
#include "engine/schedule/footprint.h"
#include "engine/trace/policy.h"

namespace cuttle::trials {
namespace {

using Kind = Request::Kind;

CuttleStep step_of(const SchedulePolicy& policy) {
  CuttleStep step{};
  step.kind = CUTTLE_STEP_POLICY;
  step.operation = static_cast<uint8_t>(policy.kind);
  step.from = static_cast<uint32_t>(policy.seed);
  step.to = static_cast<uint32_t>(policy.seed >> 32);
  step.a = policy.depth;
  step.b = policy.steps;
  return step;
}

constexpr unsigned kWidth = 8;

}  // namespace

struct World::Chooser {
  CuttleChooser state;
};

void Self::Awaitable::await_suspend(std::coroutine_handle<>) const {
  world.states_[thread].next = request;
}

ExprId Self::Awaitable::await_resume() const {
  return world.states_[thread].result;
}

ExprId Self::number(uint64_t value) {
  return world_.pool_.bits(kWidth, value);
}

ExprPool& Self::pool() {
  return world_.pool_;
}

uint64_t Self::value(ExprId e) {
  return world_.evaluator_->evaluate(e).low64();
}

ExprId Self::input(const std::string& name, unsigned width) {
  ExprPool& pool = world_.pool_;
  const ExprId e = pool.variable(name, Sort::bits(width), "u");
  const VarId variable = pool.var_of(e);
  if (!world_.execution_.inputs.has(variable)) {
    const Value* given = world_.test_.inputs.get(variable);
    world_.execution_.inputs.set(variable, given != nullptr ? *given : Value::bits(width, 0));
    world_.evaluator_.emplace(pool, world_.execution_.inputs);
  }
  return width < kWidth ? pool.zext(e, kWidth) : e;
}

bool Self::branch(ExprId condition) {
  const bool taken = value(condition) != 0;
  Execution& run = world_.execution_;
  Choice choice;
  choice.site = index_ + 1;
  choice.taken = taken;
  choice.condition = taken ? condition : pool().not_(condition);
  choice.others_begin = static_cast<uint32_t>(run.alternatives.size());
  choice.others_count = 1;
  run.alternatives.push_back({!taken, pool().not_(choice.condition)});
  run.choices.push_back(choice);
  return taken;
}

World::World(ExprPool& pool, const Program& program, const TestCase& test, Execution& execution)
    : pool_(pool),
      program_(program),
      test_(test),
      execution_(execution),
      states_(program.threads.size()),
      count_(program.semaphores),
      chooser_(std::make_shared<Chooser>()) {
  evaluator_.emplace(pool, execution.inputs);
  const auto count = static_cast<uint32_t>(program.threads.size());
  selves_.reserve(count);
  for (uint32_t i = 0; i < count; ++i) {
    selves_.emplace_back(*this, i);
    execution.log.threads.push_back({i, 0, i, 0});
  }
  for (uint32_t i = 0; i < count; ++i) threads_.push_back(program.threads[i](selves_[i]));
}

void World::run() {
  const CuttleStep step = step_of(test_.schedule.policy);
  cuttle_chooser_begin(&chooser_->state, &step);
  uint32_t last = CUTTLE_NONE;
  for (;; ++steps_) {
    if (steps_ == test_.schedule.steps.size())
      for (const uint32_t thread : test_.schedule.asleep) states_[thread].asleep = true;
    std::vector<uint32_t> enabled;
    for (uint32_t i = 0; i < threads_.size(); ++i)
      if (is_enabled(i)) enabled.push_back(i);
    if (enabled.empty()) break;
    const uint32_t thread = choose(enabled, last);
    if (thread == CUTTLE_NONE) {
      execution_.redundant = true;
      execution_.outcome.kind = Outcome::Kind::rejected;
      return;
    }
    race(thread, enabled);
    perform(thread);
    last = thread;
  }
  tell_blocked();
}

bool World::is_enabled(uint32_t thread) const {
  const State& state = states_[thread];
  const Request& next = state.next;
  const auto is_free = [&](uint32_t lock) {
    const auto owner = owner_.find(lock);
    return owner == owner_.end() || owner->second == 0;
  };
  const auto value = [](const std::map<uint32_t, uint32_t>& map, uint32_t key) {
    const auto found = map.find(key);
    return found == map.end() ? 0u : found->second;
  };
  if (state.ended) return false;
  switch (next.kind) {
    case Kind::lock:
      return is_free(next.object) && value(shared_, next.object) == 0;
    case Kind::share:
      return is_free(next.object);
    case Kind::wake:
      return (state.signalled || state.may_end) && (next.other == 0 || is_free(next.other));
    case Kind::acquire:
      return value(count_, next.object) > 0;
    case Kind::leave:
      return barriers_.at(next.object).round > state.round;
    case Kind::await: {
      const auto writes = writes_.find(next.object);
      return (writes == writes_.end() ? 0 : writes->second) > state.seen;
    }
    default:
      return true;
  }
}

uint32_t World::choose(const std::vector<uint32_t>& enabled, uint32_t last) {
  if (steps_ < test_.schedule.steps.size()) {
    const uint32_t wanted = test_.schedule.steps[steps_];
    if (std::find(enabled.begin(), enabled.end(), wanted) != enabled.end()) return wanted;
    execution_.limitations.push_back({Reason::threads, {}, "a thread could not run"});
  }
  std::vector<CuttleCandidate> candidates;
  for (const uint32_t thread : enabled) {
    const State& state = states_[thread];
    const bool unasked = state.next.kind == Kind::wake && !state.signalled;
    if (!state.asleep) candidates.push_back({thread, state.operations, state.redrawn, unasked});
  }
  if (candidates.empty()) return CUTTLE_NONE;
  const auto count = static_cast<uint32_t>(candidates.size());
  return candidates[cuttle_choose(&chooser_->state, candidates.data(), count, steps_, last)].thread;
}

void World::race(uint32_t thread, const std::vector<uint32_t>& enabled) {
  Choice choice;
  choice.kind = ChoiceKind::race;
  choice.condition = pool_.true_expr();
  choice.taken = thread;
  choice.others_begin = static_cast<uint32_t>(execution_.alternatives.size());
  for (const uint32_t other : enabled)
    if (other != thread) execution_.alternatives.push_back({other, choice.condition});
  choice.others_count = static_cast<uint32_t>(enabled.size() - 1);
  choice.flippable = choice.others_count > 0;
  execution_.choices.push_back(choice);
}

RunEvent World::record_of(uint32_t thread) const {
  const State& state = states_[thread];
  const Request& next = state.next;
  RunEvent record;
  record.thread = static_cast<uint16_t>(thread);
  record.site = thread + 1;
  record.object = next.object;
  record.kind = RunEvent::Kind::sync;
  const auto access = [&](uint8_t how) {
    record.kind = RunEvent::Kind::access;
    record.how = how;
    record.size = 1;
  };
  const auto sync = [&](Sync how) { record.how = static_cast<uint8_t>(how); };
  switch (next.kind) {
    case Kind::start:
      sync(Sync::start);
      break;
    case Kind::stop:
      sync(Sync::end);
      break;
    case Kind::read:
      access(RunEvent::kRead);
      break;
    case Kind::await:
      // Was it possible before the last write, too?
      access(writes_.at(next.object) - state.seen < 2 ? RunEvent::kRead | RunEvent::kAwait
                                                      : RunEvent::kRead);
      break;
    case Kind::write:
      access(RunEvent::kWrite);
      break;
    case Kind::add:
    case Kind::swap:
      access(RunEvent::kRead | RunEvent::kWrite | RunEvent::kAtomic);
      break;
    case Kind::lock:
      sync(Sync::lock);
      break;
    case Kind::try_lock:
      sync(Sync::try_lock);
      break;
    case Kind::share:
      sync(Sync::share);
      break;
    case Kind::unlock:
      sync(Sync::unlock);
      break;
    case Kind::unshare:
      sync(Sync::unlock);
      record.size = static_cast<uint32_t>(Sync::share);
      break;
    case Kind::wait:
    case Kind::wake:
      sync(next.kind == Kind::wait ? Sync::wait : Sync::wake);
      record.other = next.other;
      record.value = next.kind == Kind::wait ? next.may_end : !state.signalled;
      break;
    case Kind::signal:
    case Kind::broadcast: {
      sync(next.kind == Kind::signal ? Sync::signal : Sync::broadcast);
      const auto waiting = waiting_.find(next.object);
      if (next.kind == Kind::signal && waiting != waiting_.end() && !waiting->second.empty())
        record.other = waiting->second.front() + 1;
      break;
    }
    case Kind::post:
    case Kind::acquire: {
      sync(next.kind == Kind::post ? Sync::post : Sync::acquire);
      const auto count = count_.find(next.object);
      record.value = count == count_.end() ? 0 : count->second;
      break;
    }
    case Kind::arrive:
    case Kind::leave: {
      sync(Sync::barrier);
      const auto at = barriers_.find(next.object);
      const Barrier barrier = at == barriers_.end() ? Barrier{} : at->second;
      record.other = next.kind == Kind::arrive ? barrier.round : state.round;
      record.value = next.kind == Kind::leave;
      record.size =
          next.kind == Kind::arrive && barrier.arrived + 1 == program_.barriers.at(next.object);
      break;
    }
  }
  return record;
}

void World::perform(uint32_t thread) {
  State& state = states_[thread];
  const Request next = state.next;
  RunEvent record = record_of(thread);
  const auto current = [&]() -> ExprId& {
    return memory_.try_emplace(next.object, pool_.bits(kWidth, 0)).first->second;
  };
  state.result = pool_.bits(kWidth, 0);
  switch (next.kind) {
    case Kind::read:
    case Kind::await:
      state.result = current();
      state.seen = writes_[next.object];
      break;
    case Kind::write:
      current() = next.value;
      ++writes_[next.object];
      break;
    case Kind::add:
      state.result = current();
      current() = pool_.binary(Op::bv_add, state.result, next.value);
      ++writes_[next.object];
      break;
    case Kind::swap: {
      const bool equal = evaluator_->evaluate(current()) == evaluator_->evaluate(next.wanted);
      if (equal) current() = next.value;
      state.result = pool_.bits(kWidth, equal);
      ++writes_[next.object];
      break;
    }
    case Kind::lock:
      owner_[next.object] = thread + 1;
      break;
    case Kind::try_lock: {
      const bool is_free = owner_[next.object] == 0 && shared_[next.object] == 0;
      if (is_free) owner_[next.object] = thread + 1;
      record.value = is_free;
      state.result = pool_.bits(kWidth, is_free);
      break;
    }
    case Kind::share:
      ++shared_[next.object];
      break;
    case Kind::unlock:
      owner_[next.object] = 0;
      break;
    case Kind::unshare:
      --shared_[next.object];
      break;
    case Kind::wait:
      if (next.other != 0) owner_[next.other] = 0;
      waiting_[next.object].push_back(thread);
      state.signalled = false;
      state.may_end = next.may_end;
      break;
    case Kind::wake:
      if (!state.signalled) std::erase(waiting_[next.object], thread);
      if (next.other != 0) owner_[next.other] = thread + 1;
      state.result = pool_.bits(kWidth, !state.signalled);
      break;
    case Kind::signal:
      if (record.other != 0) {
        states_[record.other - 1].signalled = true;
        waiting_[next.object].erase(waiting_[next.object].begin());
      }
      break;
    case Kind::broadcast:
      for (const uint32_t waiter : waiting_[next.object]) states_[waiter].signalled = true;
      waiting_[next.object].clear();
      break;
    case Kind::post:
      ++count_[next.object];
      break;
    case Kind::acquire:
      --count_[next.object];
      break;
    case Kind::arrive: {
      Barrier& barrier = barriers_[next.object];
      state.round = barrier.round;
      if (++barrier.arrived == program_.barriers.at(next.object)) {
        ++barrier.round;
        barrier.arrived = 0;
      }
      break;
    }
    default:
      break;
  }
  if (record.kind == RunEvent::Kind::access) record.value = evaluator_->evaluate(current()).low64();
  record.choice = static_cast<uint32_t>(execution_.choices.size());
  execution_.log.events.push_back(record);
  ++state.operations;
  wake_sleepers(record);
  go_on(thread);
}

// Up to its next operation.
void World::go_on(uint32_t thread) {
  State& state = states_[thread];
  state.asleep = false;
  state.redrawn = 0;
  if (state.next.kind == Kind::stop) {
    state.ended = true;
    return;
  }
  threads_[thread].resume();
  if (!threads_[thread].done()) return;
  state.next = {Kind::stop, 0, 0, {}, {}};
  if (!threads_[thread].failed()) return;
  state.ended = true;
  try {
    std::rethrow_exception(threads_[thread].failed());
  } catch (const Failure& failure) {
    if (execution_.outcome.is_bug()) return;
    execution_.outcome.kind = Outcome::Kind::bug;
    execution_.outcome.bug = BugKind::assertion;
    execution_.outcome.message = failure.message;
    execution_.outcome.location = "thread " + std::to_string(thread);
    execution_.outcome.key = failure.message;
  }
}

void World::wake_sleepers(const RunEvent& done) {
  Footprint touched;
  add_touches(done, execution_.log.threads, {}, touched);
  for (uint32_t i = 0; i < states_.size(); ++i) {
    if (i == done.thread || states_[i].ended) continue;
    Footprint pending;
    add_touches(record_of(i), execution_.log.threads, {}, pending);
    if (!dependent(pending, touched)) continue;
    states_[i].asleep = false;
    ++states_[i].redrawn;
  }
}

void World::tell_blocked() {
  for (uint32_t i = 0; i < states_.size(); ++i) {
    if (states_[i].ended) continue;
    RunEvent record = record_of(i);
    const bool awaits = record.kind == RunEvent::Kind::access;
    record.value = record.sync() == Sync::wake && states_[i].signalled;
    record.size = awaits ? static_cast<uint32_t>(Sync::yield) : record.how;
    record.kind = RunEvent::Kind::sync;
    record.how = static_cast<uint8_t>(Sync::blocked);
    record.choice = static_cast<uint32_t>(execution_.choices.size());
    execution_.log.events.push_back(record);
  }
}

namespace {

class ThreadedTarget : public Target {
 public:
  ThreadedTarget(ExprPool& pool, const Program& program) : pool_(pool), program_(program) {
    info_.name = "threads";
    info_.language = "test";
    for (unsigned line = 0; line < 20; ++line) info_.sites.push_back({"demo", line, 0, "main"});
  }
  const TargetInfo& info() const override { return info_; }
  Execution run(const TestCase& test, const RunLimits&) override {
    Execution execution;
    World(pool_, program_, test, execution).run();
    return execution;
  }
  Confirmation confirm(const TestCase& test, const Outcome& expected,
                       const RunLimits& limits) override {
    Execution again = run(test, limits);
    const PlaceOf place_of = [&](SiteId site) {
      return info_.sites[site].file + ":" + std::to_string(info_.sites[site].line);
    };
    add_races(again, place_of);
    add_lock_orders(again, place_of);
    judge_blocked(again, place_of);
    again.findings.push_back(again.outcome);
    const auto same = std::ranges::find(again.findings, expected.key, &Outcome::key);
    Confirmation result;
    result.confirmed = same != again.findings.end();
    result.outcome = result.confirmed ? *same : again.outcome;
    return result;
  }
  std::vector<std::string> describe(const TestCase&) const override { return {}; }

 private:
  ExprPool& pool_;
  const Program& program_;
  TargetInfo info_;
};

}  // namespace

Result<std::unique_ptr<Target>> ThreadedFactory::create(ExprPool& pool) {
  return std::unique_ptr<Target>(std::make_unique<ThreadedTarget>(pool, program_));
}

}  // namespace cuttle::trials
