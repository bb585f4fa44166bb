// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/worker.h"

#include <algorithm>

namespace cuttle {

Worker::Worker(Session& session, EquipmentFactory equip, std::unique_ptr<Strategy> strategy,
               std::vector<PortableTestCase> seeds)
    : session_(session),
      equip_(std::move(equip)),
      parents_(
          session.config.frontier_bytes / std::max(1u, session.config.jobs), session.share.store(),
          equipment_,
          [this](const TestCase& test) { return execute(test, session_.whole_limits()); },
          [this](const Error& error) { session_.check(error); }),
      input_flipper_(equipment_, variety_, [this] { return session_.budget.seconds_left(); }),
      strategy_(std::move(strategy)),
      listeners_(strategy_->listeners()),
      seeds_(std::move(seeds)) {}

bool Worker::take_equipment() {
  Result<Equipment> equipment = equip_();
  if (!equipment) {
    session_.check(equipment.error());
    return false;
  }
  equipment_ = std::move(*equipment);
  pool_bound_ = 0;
  session_.publish(target().info());
  return true;
}

bool Worker::renew_equipment() {
  if (pool_bound_ == 0 || pool().size() <= pool_bound_) return true;
  parents_.let_all_go();
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
    session_.bulletin.leave({}, 0);
    return;
  }
  const auto stopping = [this] { return session_.budget.stopping(); };
  const auto refill = [this] { return session_.refill(); };
  if (session_.take_first_run()) {
    begin();
    session_.first_runs_made();
  }
  while (std::optional<BugReport> bug = session_.bugs.take_unconfirmed()) {
    if (stopping())
      report(std::move(*bug));
    else
      confirm_again(*bug);
  }
  while (!stopping()) {
    if (!renew_equipment()) break;
    session_.frontier.drain();
    if (session_.exchange.somebody_is_idle()) donate();
    if (std::optional<Flip> flip = next_flip()) {
      try_flip(std::move(*flip));
    } else if (std::optional<Parcel> parcel = session_.exchange.wait(stopping, refill)) {
      unpack(*parcel);
    } else {
      break;
    }
  }
  if (equipment_.solver) statistics_ += equipment_.solver->statistics();
  session_.bulletin.leave(statistics_, strategy_->size() + put_off_.size());
}

void Worker::begin() {
  bool any = false;
  for (const PortableTestCase& seed : seeds_) {
    Result<TestCase> test = from_portable(pool(), seed);
    if (!test || session_.budget.stopping()) continue;
    run(*test, nullptr, nullptr);
    any = true;
  }
  if (!any) run({}, nullptr, nullptr);
}

std::shared_ptr<Execution> Worker::attempt_run(const TestCase& test) {
  const RunLimits limits = session_.limits();
  std::shared_ptr<Execution> execution = execute(test, limits);
  if (session_.stalls.deserves_more(execution->outcome, limits))
    execution = execute(test, session_.whole_limits());
  session_.stalls.learn(execution->outcome, execution->seconds);
  return execution;
}

std::shared_ptr<Execution> Worker::execute(const TestCase& test, const RunLimits& limits) {
  auto execution = std::make_shared<Execution>(target().run(test, limits));
  normaliser_.normalise(pool(), *execution);
  size_t points = 1;
  for (const CoverageFamily& family : target().info().coverage) points += family.points.size();
  if (std::exchange(published_, points) != points) session_.publish(target().info());
  // A program whose runs each exceed the bound must not get new equipment for each of them.
  if (pool_bound_ == 0)
    pool_bound_ = std::max<uint64_t>(session_.config.max_expressions, 4 * pool().size());
  return execution;
}

void Worker::run(const TestCase& test, const Flip* flip, const Prediction* expected) {
  const uint64_t number = session_.begin_run();
  if (number == 0) {
    if (flip != nullptr) put_back(*flip);
    return;
  }
  ++runs_since_hard_;
  std::shared_ptr<Execution> execution;
  std::optional<SiteId> diverged;
  do {
    execution = attempt_run(test);
    diverged = divergence(expected, *execution);
  } while (diverged && !was_cut_off(*execution) && takes_care(target()));
  if (was_cut_off(*execution)) {
    session_.budget.take_back_run();
    if (flip != nullptr) put_back(*flip);
    return;
  }
  execution->new_values = variety_.learn(pool(), *execution);
  const TestCase actual = test_of(*execution);
  if (execution->outcome.kind == Outcome::Kind::ok && session_.bulletin.has_time_to_inspect() &&
      !session_.covered.has_all(execution->covered) &&
      inspect(equipment_, session_.limits(), actual, *execution))
    session_.bulletin.count_inspection();
  std::optional<FoundBug> found;
  if (execution->outcome.is_bug() && session_.bugs.is_new(execution->outcome))
    found = examine(equipment_, session_.limits(),
                    session_.limits_for_confirming(execution->outcome), number, actual, *execution);
  std::vector<uint32_t> fresh;
  Booked booked =
      book({number, *execution, flip, diverged}, actual, found ? &*found : nullptr, fresh);
  if (found) report(std::move(found->report));
  if (listeners_.coverage != nullptr)
    listeners_.coverage->learn(target().info(), session_.covered.since(coverage_seen_));
  if (booked.reopened) {
    Flip again = *flip;
    again.excluded.push_back(execution->choices[flip->index].condition);
    again.siblings.push_back(number);
    strategy_->add({std::move(again)});
  }
  add_flips(execution, booked, number, flip == nullptr ? 0 : flip->generation + 1,
            static_cast<uint32_t>(fresh.size()));
}

void Worker::put_back(const Flip& flip) {
  session_.frontier.release(flip);
  strategy_->add({flip});
}

std::optional<SiteId> Worker::divergence(const Prediction* expected,
                                         const Execution& execution) const {
  if (expected == nullptr) return {};
  const auto at = first_divergence(*expected, execution);
  return at ? std::optional(predicted_site(*expected, *at)) : std::nullopt;
}

// The record is in the store's queue before anybody hears of what the run opened.
Booked Worker::book(const FinishedRun& run, const TestCase& actual, const FoundBug* found,
                    std::vector<uint32_t>& fresh) {
  const auto order = session_.frontier.in_order();
  const Execution& execution = run.execution;
  const uint64_t max_depth = session_.config.max_depth;
  const bool predicted = run.flip != nullptr && !run.diverged;
  PathEnd end = end_within(execution, max_depth);
  if (session_.advisor != nullptr)
    end = session_.advisor->end_of(execution, predicted ? run.flip->index + 1 : 0, end);
  Booked booked = session_.frontier.book(run.number, execution, run.flip, predicted, end);
  fresh = session_.covered.add(execution.covered);

  RunRecord record = record_of(run, booked, max_depth);
  record.limitations = limitations_of(run, booked, target().info(), max_depth);
  record.covered = fresh;
  record.test = to_portable(pool(), actual);
  const bool only_errors = session_.goal.kind == CoverageGoal::Kind::bugs;
  const bool every_path = !only_errors && !session_.covered.has_goal();
  const bool covers = (!fresh.empty() || execution.new_values > 0) && !only_errors;
  record.keep_file = record.is_path && session_.bulletin.take_test_file(
                                           covers || execution.outcome.is_bug(), every_path);
  if (record.keep_file) {
    describe(record, found != nullptr ? found->shown : actual);
    if (found != nullptr) record.shown = to_portable(pool(), found->shown);
  }
  session_.bulletin.count_run(execution, booked.verdict, run.flip != nullptr,
                              run.diverged.has_value());
  session_.bulletin.add(record.limitations);
  session_.check(session_.share.record(std::move(record)));
  for (const StoredFlip& flip : booked.crossed)
    session_.check(session_.share.resolve(flip, std::nullopt));
  for (const StoredFlip& flip : booked.rejoined) session_.check(session_.share.open_again(flip));
  for (Parcel& parcel : booked.parcels) session_.exchange.give(std::move(parcel));
  if (session_.covered.goal_reached()) session_.budget.stop(StopCause::covered);
  return booked;
}

void Worker::describe(RunRecord& record, const TestCase& shown) const {
  record.description = target().describe(shown);
  if (const Shower* shower = target().shower()) {
    record.raw = shower->raw_inputs(shown);
    record.picture = shower->picture(shown);
  }
}

void Worker::report(BugReport bug) {
  if (!session_.bugs.report(bug)) return;
  session_.check(session_.share.put(bug));
  session_.bulletin.found(std::move(bug));
  if (session_.config.stop_on_bug) session_.budget.stop(StopCause::bug);
}

// The test's file is there already, so that its inputs stay as they are.
void Worker::confirm_again(const BugReport& bug) {
  const std::shared_ptr<const Execution> execution = parents_.repeat(bug.run);
  if (!execution || !execution->outcome.is_bug()) {
    report(bug);
    return;
  }
  if (!session_.bugs.is_new(execution->outcome)) return;
  const TestCase test = test_of(*execution);
  report(report_of(equipment_, bug.run, test, execution->outcome,
                   target().confirm(test, execution->outcome,
                                    session_.limits_for_confirming(execution->outcome))));
}

}  // namespace cuttle
