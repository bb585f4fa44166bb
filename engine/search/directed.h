// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <map>
#include <set>

#include "engine/search/flow_distance.h"
#include "engine/search/strategy.h"

namespace cuttle {

// Goes for the flip whose target is nearest to uncovered code, by distance in the control flow
// graph. All flips of one alternative of one site are equally near, so they share a queue (latest
// first); an alternative that was tried often without reaching anything new steps back.
class FlowDirected : public Strategy {
 public:
  void add(std::vector<Flip> flips) override;
  std::optional<Flip> next() override;
  std::optional<Flip> drop_worst() override;
  size_t size() const override { return size_; }
  void tried_elsewhere(const Flip& flip) override;
  void learn(const TargetInfo& info, std::span<const uint32_t> covered) override;

 private:
  using Arm = std::pair<SiteId, uint32_t>;
  struct Queue {
    std::deque<Flip> flips;
    uint64_t tried = 0;  // since coverage last grew
    uint64_t score = 0;
  };
  uint64_t score_of(const Arm& arm, const Queue& queue);
  void rank(const Arm& arm, Queue& queue);
  std::optional<Flip> take(bool best);

  FlowDistance distance_;
  uint64_t ranked_version_ = 0;
  std::map<Arm, Queue> queues_;
  std::set<std::pair<uint64_t, Arm>> order_;  // the queues that are not empty, by score
  size_t size_ = 0;
};

}  // namespace cuttle
