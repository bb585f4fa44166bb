// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/explore.h"

#include <algorithm>
#include <thread>

#include "engine/explore/session.h"
#include "engine/explore/worker.h"

namespace cuttle {
namespace {

void run_worker(const Config& config, unsigned number, TargetFactory& targets,
                const SolverFactory& solvers, Session& session) {
  const EquipmentFactory equip = [&]() -> Result<Equipment> {
    Equipment equipment;
    equipment.pool = std::make_unique<ExprPool>();
    Result<std::unique_ptr<Target>> target = targets.create(*equipment.pool);
    if (!target) return target.error();
    equipment.target = std::move(*target);
    SolverLimits limits;
    limits.timeout_seconds = config.solver_timeout_seconds;
    equipment.solver = solvers(*equipment.pool, limits);
    return equipment;
  };
  Worker(session, equip, make_strategy(config.strategy, config.seed + number), targets.seeds())
      .work();
}

// What the observer hears several times a second.
Progress progress_of(const Config& config, const Session& session, const Bulletin::News& news) {
  Progress progress;
  progress.runs = news.runs;
  progress.paths = news.paths;
  progress.frontier = session.frontier.size();
  progress.bugs = session.bugs.count();
  const CoverageCount coverage = session.covered.first_family();
  progress.covered = coverage.covered;
  progress.coverable = coverage.total;
  progress.seconds = session.budget.elapsed();
  const uint64_t own_runs = news.runs - std::min(news.runs, session.budget.earlier_runs());
  progress.runs_per_second = progress.seconds > 0 ? own_runs / progress.seconds : 0;
  if (const double left = session.budget.seconds_left(); left > 0) progress.seconds_left = left;
  if (config.max_runs > 0 && progress.runs_per_second > 0) {
    const double by_runs =
        (config.max_runs - std::min(config.max_runs, own_runs)) / progress.runs_per_second;
    if (progress.seconds_left < 0 || by_runs < progress.seconds_left)
      progress.seconds_left = by_runs;
  }
  return progress;
}

void tell(const Config& config, Session& session, Observer& observer, unsigned workers,
          double seconds) {
  const Bulletin::News news = session.bulletin.wait(workers, seconds);
  for (const std::string& text : news.notes) observer.note(text);
  for (const BugReport& bug : news.bugs) observer.bug_found(bug);
  observer.progress(progress_of(config, session, news));
}

void run_workers(const Config& config, TargetFactory& targets, const SolverFactory& solvers,
                 Session& session, Observer& observer) {
  using Steady = std::chrono::steady_clock;
  constexpr auto between = std::chrono::milliseconds(20);
  const unsigned jobs = std::max(1u, config.jobs);
  for (unsigned i = 0; i < jobs; ++i) session.exchange.worker_started();
  {
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < jobs; ++i)
      threads.emplace_back([&, i] { run_worker(config, i, targets, solvers, session); });
    auto tended = Steady::now();
    while (!session.bulletin.all_left(jobs)) {
      tell(config, session, observer, jobs, session.share.shared() ? 0.03 : 0.1);
      if (Steady::now() - tended < between || session.bulletin.all_left(jobs)) continue;
      session.tend();
      tended = Steady::now();
    }
  }
  session.frontier.drain();
  tell(config, session, observer, jobs, 0);
}

// Is this the end for all who work on the campaign?
bool ends_all(StopCause cause, bool joins) {
  if (cause == StopCause::bug || cause == StopCause::covered) return true;
  return !joins &&
         (cause == StopCause::runs || cause == StopCause::time || cause == StopCause::interrupt);
}

Result<void> save(CampaignStore& campaign, const Summary& summary) {
  Result<void> saved = campaign.put(SummarySaved{summary});
  Result<void> flushed = campaign.flush();
  return saved ? flushed : saved;
}

// The last who leaves a campaign that was shared says what came of it; who began it waits for the
// others, because his user wants to know.
Result<Summary> finish_shared(const Config& config, Session& session, Summary own) {
  Share& share = session.share;
  if (share.joined())
    if (Result<void> told = share.put(SummaryPart{own}); !told) return told.error();
  if (Result<void> flushed = share.store().flush(); !flushed) return flushed.error();
  if (config.join) {
    share.leave();
    own.exhausted = session.budget.cause() == StopCause::none;
    if (!share.is_alone()) return own;
  } else {
    // As long as somebody may be busy with a run, and then as a lease lasts.
    Result<bool> alone = share.wait_for_others(
        config.limits.seconds + config.solver_timeout_seconds + Share::kLeaseSeconds);
    if (!alone) return alone.error();
  }
  Result<Summary> all = session.summarise_all(own);
  if (!all) return all;
  if (Result<void> saved = save(share.store(), *all); !saved) return saved.error();
  return config.join ? own : *all;
}

Result<Summary> finish(const Config& config, Session& session) {
  Summary own = session.summarise();
  const StopCause cause = session.budget.cause();
  // Also for those who are about to join.
  if (ends_all(cause, config.join))
    session.check(session.share.put(CampaignStopped{name_of(cause)}));
  const bool shared = !session.share.is_alone() || session.share.shared();
  const auto failure = session.bulletin.failure();
  if (shared && failure) return *failure;
  if (shared) return finish_shared(config, session, std::move(own));
  const Result<void> saved = save(session.share.store(), own);
  if (failure) return *failure;
  if (!saved) return saved.error();
  return own;
}

// What is left of the budgets for the next session.
void take_off(Config& config, const Budget& budget) {
  if (config.time_seconds > 0)
    config.time_seconds = std::max(0.001, config.time_seconds - budget.elapsed());
  if (config.max_runs > 0) config.max_runs -= std::min(config.max_runs - 1, budget.own_runs());
}

}  // namespace

Result<Summary> explore(const Config& config, TargetFactory& targets, const SolverFactory& solvers,
                        CampaignStore& campaign, Observer& observer, const std::atomic<bool>& stop,
                        Advisor* advisor, const Now& clock) {
  Config left = config;
  for (bool joins = config.join;; joins = true) {
    Session session(left, targets.goal(), campaign, joins, stop, advisor, clock);
    if (Result<void> begun = session.begin(targets.seeds().size()); !begun) return begun.error();
    for (std::string& text : targets.notes()) session.bulletin.note(std::move(text));
    for (const std::string& text : config.remarks) session.bulletin.remark(text);
    run_workers(left, targets, solvers, session, observer);
    if (session.budget.cause() != StopCause::lost) return finish(left, session);
    observer.note("this process was away for so long that others took over what it had to do");
    if (Result<void> told = campaign.put(SummaryPart{session.summarise()}); !told)
      return told.error();
    take_off(left, session.budget);
  }
}

}  // namespace cuttle
