// SPDX-License-Identifier: Apache-2.0
#include "engine/search/directed.h"

#include <bit>

namespace cuttle {

uint64_t FlowDirected::score_of(const Arm& arm) {
  // Every doubling of the fruitless tries counts like two more edges.
  const auto tried = tried_.find(arm);
  const uint64_t times = tried == tried_.end() ? 0 : tried->second;
  return distance_.of(arm.first, arm.second) + 2 * std::bit_width(times);
}

void FlowDirected::count_try(const Arm& arm) {
  ++tried_[arm];
  queues_.rank(arm, score_of(arm));
}

void FlowDirected::rank_again() {
  if (ranked_version_ == distance_.version()) return;
  ranked_version_ = distance_.version();
  queues_.rank_all([&](const Arm& arm) { return score_of(arm); });
}

void FlowDirected::add(std::vector<Flip> flips) {
  for (Flip& flip : flips) {
    const Arm arm{flip.site, flip.alternative};
    queues_.put(arm, score_of(arm), std::move(flip));
  }
}

std::optional<Flip> FlowDirected::next() {
  rank_again();
  auto taken = queues_.take_first();
  if (!taken) return std::nullopt;
  count_try(taken->first);
  return std::move(taken->second);
}

std::optional<Flip> FlowDirected::drop_worst() {
  rank_again();
  auto taken = queues_.take_last();
  if (!taken) return std::nullopt;
  return std::move(taken->second);
}

void FlowDirected::tried_elsewhere(const Flip& flip) {
  count_try({flip.site, flip.alternative});
}

void FlowDirected::learn(const TargetInfo& info, std::span<const uint32_t> covered) {
  distance_.learn(info, covered);
  if (!covered.empty()) tried_.clear();
}

}  // namespace cuttle
