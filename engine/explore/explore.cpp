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
  if (config.time_seconds > 0)
    progress.seconds_left = std::max(0.0, config.time_seconds - progress.seconds);
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

}  // namespace

Result<Summary> explore(const Config& config, TargetFactory& targets, const SolverFactory& solvers,
                        Campaign& campaign, Observer& observer, const std::atomic<bool>& stop,
                        Advisor* advisor) {
  Session session(config, targets.goal(), campaign, stop, advisor);
  if (config.resume) {
    if (Result<void> resumed = session.resume(); !resumed) return resumed.error();
  }
  for (std::string& text : targets.notes()) session.bulletin.note(std::move(text));
  const unsigned jobs = std::max(1u, config.jobs);
  for (unsigned i = 0; i < jobs; ++i) session.frontier.worker_started();
  {
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < jobs; ++i)
      threads.emplace_back([&, i] { run_worker(config, i, targets, solvers, session); });
    while (!session.bulletin.all_left(jobs)) tell(config, session, observer, jobs, 0.1);
  }
  if (advisor != nullptr) session.frontier.drain();
  tell(config, session, observer, jobs, 0);
  Summary summary = session.summarise();
  Result<void> saved = campaign.save_summary(summary);
  Result<void> flushed = campaign.flush();
  if (const auto failure = session.bulletin.failure()) return *failure;
  if (!saved) return saved.error();
  if (!flushed) return flushed.error();
  return summary;
}

}  // namespace cuttle
