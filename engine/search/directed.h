// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>

#include "engine/search/flow_distance.h"
#include "engine/search/ranked_queues.h"

namespace cuttle {

// Goes for the flip whose target is nearest to uncovered code, by distance in the control flow
// graph. All flips of one alternative of one site are equally near; an alternative that was tried
// often without reaching anything new steps back.
class FlowDirected : public Strategy, public RivalsListener, public CoverageListener {
 public:
  void add(std::vector<Flip> flips) override;
  std::optional<Flip> next() override;
  std::optional<Flip> drop_worst() override;
  size_t size() const override { return queues_.size(); }
  Listeners listeners() override { return {.rivals = this, .coverage = this}; }
  void tried_elsewhere(const Flip& flip) override;
  void learn(const TargetInfo& info, std::span<const uint32_t> covered) override;

 private:
  using Arm = std::pair<SiteId, AlternativeId>;
  uint64_t score_of(const Arm& arm);
  void count_try(const Arm& arm);
  void rank_again();  // when distances changed

  FlowDistance distance_;
  uint64_t ranked_version_ = 0;
  std::map<Arm, uint64_t> tried_;  // since coverage last grew
  RankedQueues<Arm> queues_;
};

}  // namespace cuttle
