// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <vector>

#include "engine/path/advisor.h"
#include "engine/schedule/benign.h"
#include "engine/schedule/findings.h"
#include "engine/schedule/reversals.h"

namespace cuttle {

// Says which schedules are worth running. One per campaign.
class ScheduleAdvisor final : public Advisor, public OrderAdvisor {
 public:
  // Null: what the runs show to be missing is not asked for.
  explicit ScheduleAdvisor(std::unique_ptr<Reversals> reversals)
      : reversals_(std::move(reversals)) {}

  void look_at(Execution& run, const PlaceOf& place_of) override;
  OrderAdvisor* on_orders() override { return this; }
  void inserted(uint64_t number, const Execution& run, std::span<const PathTree::NodeId> nodes,
                Wishes& wishes) override;
  std::shared_ptr<const Plan> plan(PathTree::NodeId node, AlternativeId alternative,
                                   const PathTree& tree) override;
  void arriving(const Execution& run, uint32_t choice, PathTree::NodeId node,
                const Continuation& continuation, PathTree& tree) override;
  void closed(std::span<const PathTree::Closing> closings) override;

 private:
  void forget();
  void forgive(Execution& run);

  std::unique_ptr<Reversals> reversals_;
  std::mutex mutex_;
  // Under the mutex: closed, and not forgotten yet; what the sources say.
  std::vector<PathTree::NodeId> gone_;
  BenignPlaces benign_;
};

// How orders of threads may be chosen, and the advisor for it; null for an unknown name.
const std::vector<std::string>& schedule_names();
std::unique_ptr<Advisor> make_schedule_advisor(const std::string& name);

}  // namespace cuttle
