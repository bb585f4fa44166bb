// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/worker.h"

#include <algorithm>
#include <cstdio>

#include "engine/explore/minimise.h"
#include "engine/path/prediction.h"

namespace cuttle {
namespace {

Limitation went_another_way() {
  return {Reason::divergence, {}, "a recorded run went another way"};
}

}  // namespace

Worker::Worker(Session& session, EquipmentFactory equip, std::unique_ptr<Strategy> strategy,
               std::vector<PortableTestCase> seeds)
    : session_(session),
      equip_(std::move(equip)),
      kept_(session.config().frontier_bytes / std::max(1u, session.config().jobs)),
      strategy_(std::move(strategy)),
      seeds_(std::move(seeds)),
      limits_(session.config().limits) {}

bool Worker::take_equipment() {
  Result<Equipment> equipment = equip_();
  if (!equipment) {
    session_.fail(equipment.error());
    return false;
  }
  equipment_ = std::move(*equipment);
  ++equipments_;
  pool_bound_ = 0;
  session_.publish_info(target().info());
  return true;
}

bool Worker::renew_equipment() {
  if (pool_bound_ == 0 || pool().size() <= pool_bound_) return true;
  kept_.let_all_go();
  variety_.forget_expressions();
  normaliser_.forget_expressions();
  statistics_ += equipment_.solver->statistics();
  equipment_.solver.reset();
  equipment_.target.reset();
  equipment_.pool.reset();
  return take_equipment();
}

void Worker::work() {
  if (!take_equipment()) {
    session_.leave({}, 0);
    return;
  }
  if (session_.take_first_run()) begin();
  while (std::optional<BugReport> bug = session_.take_unconfirmed()) confirm_again(*bug);
  while (!session_.stopping()) {
    if (!renew_equipment()) break;
    if (session_.somebody_is_idle()) donate();
    if (std::optional<Flip> flip = next_flip()) {
      try_flip(std::move(*flip));
    } else if (std::optional<Parcel> parcel = session_.wait_for_parcel()) {
      unpack(*parcel);
    } else {
      break;
    }
  }
  if (equipment_.solver) statistics_ += equipment_.solver->statistics();
  session_.leave(statistics_, strategy_->size() + put_off_.size());
}

// Hard ones come last, but now and then one of them gets its turn: there may be no end to the rest.
std::optional<Flip> Worker::next_flip() {
  if (!put_off_.empty() && runs_since_hard_ >= runs_between_hard_) {
    runs_since_hard_ = 0;
    Flip flip = std::move(put_off_.front());
    put_off_.pop_front();
    return flip;
  }
  if (strategy_->size() == 0 && !put_off_.empty()) {
    strategy_->add(std::vector<Flip>(std::make_move_iterator(put_off_.begin()),
                                     std::make_move_iterator(put_off_.end())));
    put_off_.clear();
  }
  return strategy_->next();
}

void Worker::begin() {
  bool any = false;
  for (const PortableTestCase& seed : seeds_) {
    Result<TestCase> test = from_portable(pool(), seed);
    if (!test || session_.stopping()) continue;
    run(std::move(*test), nullptr, nullptr);
    any = true;
  }
  if (!any) run({}, nullptr, nullptr);
}

std::string Worker::location_of(const Flip& flip) const {
  const auto& sites = target().info().sites;
  return flip.site < sites.size() ? to_string(sites[flip.site]) : std::string();
}

ExprId Worker::goal_of(const Flip& flip, const Execution& parent) {
  if (flip.alternative == kAnyOther) {
    ExprId goal = pool().true_expr();
    for (ExprId condition : flip.excluded) goal = pool().and_(goal, pool().not_(condition));
    return goal;
  }
  for (const Alternative& other : parent.others(parent.choices[flip.index]))
    if (other.id == flip.alternative) return other.condition;
  return pool().false_expr();
}

void Worker::try_flip(Flip flip) {
  if (!session_.claim(flip)) {
    session_.settle(flip, std::nullopt);
    return;
  }
  const std::shared_ptr<const Execution> parent = parent_of(flip);
  if (!parent || !exclude(flip, *parent)) {
    session_.settle(flip, went_another_way());
    return;
  }
  Query query;
  query.prefix = std::span(parent->conditions).first(flip.index);
  query.goal = goal_of(flip, *parent);
  query.hint = &parent->inputs;
  query.preferred = &parent->preferred;
  query.effort = labour_.effort_for(flip);
  query.seconds_left = session_.seconds_left();
  Solution solution = equipment_.solver->check(query);
  labour_.learn(flip, solution);
  if (solution.put_off) {
    session_.release(flip);
    flip.waited = query.effort == Effort::glance ? 1 : 2;
    put_off_.push_back(std::move(flip));
    return;
  }
  switch (solution.answer) {
    case Answer::unsat:
      session_.settle(flip, std::nullopt);
      return;
    case Answer::unknown:
      // The budget ended, not the solver's wits.
      if (session_.stopping()) {
        session_.release(flip);
        strategy_->add({std::move(flip)});
        return;
      }
      if (query.effort == Effort::full) runs_between_hard_ *= 2;
      session_.settle(flip, Limitation{Reason::solver_unknown, location_of(flip), solution.why});
      return;
    case Answer::sat:
      break;
  }
  // Runs that took other alternatives may have read inputs that the parent did not: the model
  // relies on their being zero, so it says so.
  for (size_t i = 1; i < flip.excluded.size(); ++i) {
    for (VarId v : pool().variables_of(flip.excluded[i])) {
      if (!solution.model.has(v)) solution.model.set(v, Value::zero(pool().variable_info(v).sort));
    }
  }
  variety_.vary(pool(), *parent, flip.index, query.goal, solution.model);
  TestCase test{std::move(solution.model), parent->schedule};
  run(std::move(test), &flip, parent.get());
}

void Worker::run(TestCase test, const Flip* flip, const Execution* parent) {
  uint64_t number = session_.begin_run();
  if (number == 0) {
    if (flip != nullptr) {
      session_.release(*flip);
      strategy_->add({*flip});
    }
    return;
  }
  ++runs_since_hard_;
  std::shared_ptr<Execution> execution;
  std::optional<SiteId> diverged;
  do {
    execution = execute(test);
    diverged.reset();
    if (flip == nullptr) continue;
    if (auto at = first_divergence(*parent, flip->index, flip->alternative, *execution))
      diverged = parent->choices[std::min(*at, flip->index)].site;
  } while (diverged && target().be_careful());
  execution->new_values = variety_.learn(pool(), *execution);
  // What the run really read, with the defaults of inputs that the test case did not mention.
  TestCase actual{execution->inputs, execution->schedule};
  inspect(actual, *execution);
  std::optional<FoundBug> found;
  if (execution->outcome.is_bug() && session_.is_new_bug(execution->outcome))
    found = examine_bug(number, actual, *execution);
  const TestCase& shown = found ? found->shown : actual;
  const auto describe = [&](RunRecord& record) {
    record.description = target().describe(shown);
    record.raw = target().raw_inputs(shown);
    record.picture = target().picture(shown);
    if (found) record.shown = to_portable(pool(), shown);
  };
  Session::Recorded recorded = session_.record(number, *execution, to_portable(pool(), actual),
                                               describe, target().info(), flip, diverged);
  if (found) session_.report_bug(std::move(found->report));
  strategy_->learn(target().info(), session_.covered_since(coverage_seen_));
  uint32_t generation = flip == nullptr ? 0 : flip->generation + 1;
  if (recorded.reopened) {
    Flip again = *flip;
    again.excluded.push_back(execution->choices[flip->index].condition);
    again.siblings.push_back(number);
    strategy_->add({std::move(again)});
  }
  add_flips(execution, recorded.opened, number, generation, recorded.novelty);
}

void Worker::inspect(const TestCase& test, Execution& execution) {
  if (execution.outcome.kind != Outcome::Kind::ok || !session_.wants_inspection(execution)) return;
  RunLimits limits = limits_;
  limits.seconds = std::min(limits.seconds, std::max(1.0, 20 * execution.seconds));
  const std::optional<Outcome> seen = target().inspect(test, limits);
  if (!seen) return;
  session_.count_inspection();
  if (seen->is_bug()) execution.outcome = *seen;
}

std::shared_ptr<Execution> Worker::execute(const TestCase& test) {
  auto execution = std::make_shared<Execution>(target().run(test, limits_));
  normaliser_.normalise(pool(), *execution);
  session_.publish_info(target().info());
  // A program whose runs each exceed the bound must not get new equipment for each of them.
  if (pool_bound_ == 0)
    pool_bound_ = std::max<uint64_t>(session_.config().max_expressions, 4 * pool().size());
  return execution;
}

// The simplest test with this bug that we find in a few runs, which add to the execution's
// coverage.
TestCase Worker::simplest(const TestCase& test, Execution& execution) {
  constexpr unsigned max_runs = 200, max_timeouts = 3;
  if (!row_of(execution.outcome.bug).inputs_decide) return test;
  RunLimits limits = limits_;
  limits.seconds = std::min(limits.seconds, std::max(1.0, 4 * execution.seconds));
  unsigned timeouts = 0;
  const auto shows_bug = [&](const TestCase& candidate) -> std::optional<Assignment> {
    if (timeouts == max_timeouts) return {};
    Execution run = target().run(candidate, limits);
    execution.covered.insert(execution.covered.end(), run.covered.begin(), run.covered.end());
    if (!run.outcome.is_bug()) return {};
    timeouts += run.outcome.bug == BugKind::timeout;
    if (run.outcome.key != execution.outcome.key) return {};
    return std::move(run.inputs);
  };
  return minimise(pool(), test, shows_bug, max_runs);
}

Worker::FoundBug Worker::examine_bug(uint64_t run, const TestCase& test, Execution& execution) {
  FoundBug found{simplest(test, execution), {}};
  Confirmation confirmation = target().confirm(found.shown, execution.outcome, limits_);
  if (!confirmation.confirmed && !(found.shown.inputs == test.inputs)) {
    found.shown = test;
    confirmation = target().confirm(test, execution.outcome, limits_);
  }
  found.report = report_of(run, found.shown, execution.outcome, confirmation);
  return found;
}

BugReport Worker::report_of(uint64_t run, const TestCase& shown, const Outcome& seen,
                            const Confirmation& confirmation) {
  BugReport bug;
  const Outcome& outcome = confirmation.confirmed ? confirmation.outcome : seen;
  bug.kind = outcome.bug;
  bug.message = outcome.message.empty() ? seen.message : outcome.message;
  bug.location = outcome.location.empty() ? seen.location : outcome.location;
  bug.stack = outcome.stack.empty() ? seen.stack : outcome.stack;
  bug.key = outcome.location.empty() ? seen.key : outcome.key;
  bug.run = run;
  char file[32];
  std::snprintf(file, sizeof file, "tests/%06llu.json", static_cast<unsigned long long>(run));
  bug.test = file;
  bug.confirmed = confirmation.confirmed;
  bug.unconfirmed_why = confirmation.why;
  bug.inputs = target().describe(shown);
  return bug;
}

// The test's file is there already, so that its inputs stay as they are.
void Worker::confirm_again(BugReport bug) {
  std::shared_ptr<const Execution> execution = repeat(bug.run);
  if (execution && execution->outcome.is_bug()) {
    if (!session_.is_new_bug(execution->outcome)) return;
    const TestCase test{execution->inputs, execution->schedule};
    session_.report_bug(report_of(bug.run, test, execution->outcome,
                                  target().confirm(test, execution->outcome, limits_)));
  } else {
    session_.report_bug(std::move(bug));
  }
}

void Worker::add_flips(std::shared_ptr<const Execution> execution,
                       const std::vector<PathTree::Opened>& opened, uint64_t run,
                       uint32_t generation, uint32_t novelty) {
  if (opened.empty()) return;
  const std::shared_ptr<KeptRun> parent = kept_.keep(execution);
  std::vector<Flip> flips;
  flips.reserve(opened.size());
  steps_.begin(*execution);
  for (const PathTree::Opened& open : opened) {
    Flip flip;
    flip.parent = parent;
    flip.index = open.choice;
    flip.site = execution->choices[open.choice].site;
    flip.alternative = open.alternative;
    name_steps(flip, *execution);
    flip.node = open.node;
    flip.parent_run = run;
    flip.generation = generation;
    flip.novelty = novelty;
    flips.push_back(std::move(flip));
  }
  strategy_->notice(flips);
  strategy_->add(std::move(flips));
  bound_frontier();
}

// `steps_` looks at the execution already.
void Worker::name_steps(Flip& flip, const Execution& parent) {
  flip.step = steps_.of(flip.index, flip.alternative);
  flip.taken_step = steps_.of(flip.index, parent.choices[flip.index].taken);
}

void Worker::bound_frontier() {
  uint64_t bound = std::max<uint64_t>(1, session_.config().max_frontier / session_.config().jobs);
  while (strategy_->size() > bound) {
    std::optional<Flip> worst = strategy_->drop_worst();
    if (!worst) return;
    session_.settle(*worst,
                    Limitation{Reason::frontier, location_of(*worst), "too many open flips"});
  }
}

void Worker::donate() {
  // The strategy's last flip is the one that this worker misses least.
  if (strategy_->size() < 2) return;
  std::optional<Flip> flip = strategy_->drop_worst();
  if (!flip) return;
  Parcel parcel;
  parcel.run = flip->parent_run;
  parcel.generation = flip->generation;
  parcel.novelty = flip->novelty;
  parcel.items.push_back(
      {{flip->parent_run, flip->index, flip->alternative, flip->siblings}, flip->node});
  session_.give(std::move(parcel));
}

std::shared_ptr<const Execution> Worker::repeat(uint64_t run) {
  Result<PortableTestCase> stored = session_.campaign().test(run);
  if (!stored) {
    session_.fail(stored.error());
    return nullptr;
  }
  Result<TestCase> test = from_portable(pool(), *stored);
  if (!test) {
    session_.fail(test.error());
    return nullptr;
  }
  return execute(*test);
}

std::shared_ptr<const Execution> Worker::parent_of(const Flip& flip) {
  if (flip.parent->execution()) return flip.parent->execution();
  do {
    std::shared_ptr<const Execution> execution = repeat(flip.parent_run);
    if (!execution) return nullptr;
    if (flip.index < execution->choices.size() &&
        execution->choices[flip.index].site == flip.site) {
      kept_.restore(*flip.parent, execution);
      return execution;
    }
  } while (target().be_careful());
  return nullptr;
}

bool Worker::exclude(Flip& flip, const Execution& parent) {
  if (flip.alternative != kAnyOther || flip.excluded_in == equipments_) return true;
  flip.excluded = {parent.choices[flip.index].condition};
  flip.excluded_in = equipments_;
  for (uint64_t sibling : flip.siblings) {
    std::shared_ptr<const Execution> execution = repeat(sibling);
    if (!execution || flip.index >= execution->choices.size()) return false;
    flip.excluded.push_back(execution->choices[flip.index].condition);
  }
  return true;
}

void Worker::unpack(const Parcel& parcel) {
  std::shared_ptr<const Execution> execution = repeat(parcel.run);
  if (!execution) return;
  const std::shared_ptr<KeptRun> parent = kept_.keep(execution);
  steps_.begin(*execution);
  std::vector<PathTree::Opened> opened;
  if (parcel.items.front().node == 0) opened = session_.restore(*execution, parcel);
  for (const Parcel::Item& item : parcel.items) {
    Flip flip;
    flip.parent = parent;
    flip.index = item.flip.choice;
    flip.alternative = item.flip.alternative;
    flip.node = item.node;
    flip.parent_run = parcel.run;
    flip.generation = parcel.generation;
    flip.novelty = parcel.novelty;
    flip.siblings = item.flip.siblings;
    for (const PathTree::Opened& open : opened)
      if (open.choice == flip.index && open.alternative == flip.alternative) flip.node = open.node;
    bool usable = flip.node != 0 && flip.index < execution->choices.size();
    if (usable) {
      flip.site = execution->choices[flip.index].site;
      name_steps(flip, *execution);
      strategy_->add({std::move(flip)});
    } else {
      session_.settle(flip, went_another_way());
    }
  }
}

}  // namespace cuttle
