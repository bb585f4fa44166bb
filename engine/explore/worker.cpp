// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/worker.h"

#include <algorithm>

#include "engine/schedule/calm.h"
#include "engine/schedule/pictures.h"

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
      input_flipper_(
          equipment_, variety_, [this] { return session_.budget.seconds_left(); },
          [this](const Piece& piece) { return parents_.conditions_of(piece); }),
      schedule_flipper_(
          equipment_, [this](const Piece& piece) { return parents_.conditions_of(piece); },
          [this] { return session_.budget.seconds_left(); }),
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
  repeat_runs(session_.take_runs_to_repeat());
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
    } else if (std::optional<SchedulePolicy> policy = session_.tries.next()) {
      try_order(*policy);
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
  bool any = session_.seeds_run() > 0;
  for (const Parcel& parcel : session_.take_earlier_work()) unpack(parcel);
  for (uint64_t i = session_.seeds_run(); i < seeds_.size(); ++i) {
    Result<TestCase> test = from_portable(pool(), seeds_[i]);
    if (!test) continue;
    if (session_.budget.stopping()) return;
    any = true;
    if (!run(*test, nullptr, nullptr)) return;
    session_.check(session_.share.put(SeedsRun{i + 1}));
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
  if (OrderAdvisor* orders = session_.on_orders())
    orders->look_at(*execution, [this](SiteId site) { return place_of(target().info(), site); });
  size_t points = 1 + target().info().notes.size();
  for (const CoverageFamily& family : target().info().coverage) points += family.points.size();
  if (std::exchange(published_, points) != points) session_.publish(target().info());
  // A program whose runs each exceed the bound must not get new equipment for each of them.
  if (pool_bound_ == 0)
    pool_bound_ = std::max<uint64_t>(session_.config.max_expressions, 4 * pool().size());
  return execution;
}

bool Worker::run(const TestCase& test, const Flip* flip, const Prediction* expected) {
  const uint64_t number = session_.begin_run();
  if (number == 0) {
    if (flip != nullptr) put_back(*flip);
    return false;
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
    return false;
  }
  execution->new_values = variety_.learn(pool(), *execution);
  const TestCase actual = test_of(*execution);
  if (execution->outcome.kind == Outcome::Kind::ok && session_.bulletin.has_time_to_inspect() &&
      !session_.covered.has_all(execution->covered) &&
      inspect(equipment_, session_.limits(), actual, *execution))
    session_.bulletin.count_inspection();
  std::optional<FoundBug> found;
  if (execution->outcome.is_bug() && session_.bugs.is_new(execution->outcome))
    found =
        examine(equipment_, session_.limits(), session_.limits_for_confirming(execution->outcome),
                number, calmer(actual, *execution), *execution);
  std::vector<BugReport> findings = new_findings(number, actual, *execution);
  std::vector<uint32_t> fresh;
  Booked booked = book({number, *execution, flip, diverged}, actual, found ? &*found : nullptr,
                       !findings.empty(), fresh);
  if (!booked.prescribed.empty()) parents_.remember(number, parents_.keep(execution));
  for (Parcel& parcel : booked.parcels) session_.exchange.give(std::move(parcel));
  if (found) report(std::move(found->report));
  for (BugReport& bug : findings) report(std::move(bug));
  session_.tries.learn(*execution);
  if (number == 1)
    if (std::string promise = session_.tries.promise(); !promise.empty())
      session_.bulletin.note(std::move(promise));
  for (const std::string& remark : execution->remarks) session_.bulletin.remark(remark);
  if (listeners_.coverage != nullptr)
    listeners_.coverage->learn(target().info(), session_.covered.since(coverage_seen_));
  if (booked.reopened) {
    Flip again = *flip;
    again.excluded.push_back(execution->choices[flip->index].condition);
    again.siblings.push_back(number);
    strategy_->add({std::move(again)});
  }
  add_flips(execution, booked, number, flip == nullptr ? 0 : flip->generation + 1,
            static_cast<uint32_t>(fresh.size()), pursues(*execution, diverged ? nullptr : flip));
  return true;
}

// The recorded run is the proof: no replay could show more.
std::vector<BugReport> Worker::new_findings(uint64_t number, const TestCase& actual,
                                            const Execution& execution) {
  std::vector<BugReport> reports;
  for (const Outcome& finding : execution.findings)
    if (session_.bugs.is_new(finding))
      reports.push_back(report_of(equipment_, number, actual, finding, {true, false, {}, finding}));
  return reports;
}

bool Worker::pursues(const Execution& execution, const Flip* flip) {
  FlipAdvisor* const adviser = session_.on_flips();
  if (adviser == nullptr) return false;
  if (pursued_.empty()) pursuit_.seen.clear();
  const uint32_t predicted = flip == nullptr ? 0 : flip->index + 1;
  if (adviser->pursue(execution, predicted, pursuit_)) return true;
  pursued_.clear();
  return false;
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
                    bool shows_more, std::vector<uint32_t>& fresh) {
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
  record.keep_file =
      record.is_path && session_.bulletin.take_test_file(
                            covers || execution.outcome.is_bug() || shows_more, every_path);
  if (record.keep_file) {
    describe(record, found != nullptr ? found->shown : actual, execution);
    if (found != nullptr) record.shown = to_portable(pool(), found->shown);
  }
  session_.bulletin.count_run(execution, booked.verdict, run.flip != nullptr,
                              run.diverged.has_value());
  session_.bulletin.add(record.limitations);
  session_.check(session_.share.record(std::move(record)));
  for (const StoredFlip& flip : booked.crossed)
    session_.check(session_.share.resolve(flip, std::nullopt));
  for (const StoredFlip& flip : booked.rejoined) session_.check(session_.share.open_again(flip));
  if (session_.covered.goal_reached()) session_.budget.stop(StopCause::covered);
  return booked;
}

// With the inputs of some run before.
void Worker::try_order(const SchedulePolicy& policy) {
  TestCase test;
  const uint64_t runs = std::max<uint64_t>(1, session_.budget.own_runs());
  if (const Result<PortableTestCase> other = session_.share.store().test(1 + policy.seed % runs))
    if (Result<TestCase> earlier = from_portable(pool(), *other))
      test.inputs = std::move(earlier->inputs);
  test.schedule.policy = policy;
  run(test, nullptr, nullptr);
}

TestCase Worker::calmer(const TestCase& test, const Execution& execution) {
  if (execution.study == nullptr) return test;
  TestCase other{test.inputs, {calm_steps(*execution.study)}};
  const std::shared_ptr<const Execution> run = execute(other, session_.limits());
  const bool is_same = run->outcome.is_bug() && run->outcome.key == execution.outcome.key;
  return is_same && preemptions(*run) < preemptions(execution) ? other : test;
}

void Worker::describe(RunRecord& record, const TestCase& shown, const Execution& execution) const {
  record.description = target().describe(shown);
  if (const Shower* shower = target().shower()) {
    record.raw = shower->raw_inputs(shown);
    record.picture = shower->picture(shown);
  }
  if (execution.study == nullptr || !(execution.outcome.is_bug() || !execution.findings.empty()))
    return;
  const PlaceOf place = [this](SiteId site) { return place_of(target().info(), site); };
  record.raw.push_back({"schedule.txt", columns(execution, place)});
  record.raw.push_back({"trace.json", chrome_trace(execution, place)});
  record.raw.push_back({"order.dot", happens_before_dot(execution, place)});
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
