// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/explore.h"

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

}  // namespace

Result<Summary> explore(const Config& config, TargetFactory& targets, const SolverFactory& solvers,
                        Campaign& campaign, Observer& observer, const std::atomic<bool>& stop) {
  Session session(config, campaign, stop);
  if (config.resume) {
    if (Result<void> resumed = session.resume(); !resumed) return resumed.error();
  }
  for (std::string& text : targets.notes()) session.note(std::move(text));
  unsigned jobs = config.jobs == 0 ? 1 : config.jobs;
  for (unsigned i = 0; i < jobs; ++i) session.worker_started();
  {
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < jobs; ++i)
      threads.emplace_back([&, i] { run_worker(config, i, targets, solvers, session); });
    while (!session.finished()) session.pump(observer, 0.1);
  }
  session.pump(observer, 0);
  Summary summary = session.summarise();
  Result<void> saved = campaign.save_summary(summary);
  Result<void> flushed = campaign.flush();
  if (session.failure()) return *session.failure();
  if (!saved) return saved.error();
  if (!flushed) return flushed.error();
  return summary;
}

}  // namespace cuttle
