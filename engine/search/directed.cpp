// SPDX-License-Identifier: Apache-2.0
#include "engine/search/directed.h"

#include <bit>

namespace cuttle {

uint64_t FlowDirected::score_of(const Arm& arm, const Queue& queue) {
  // Every doubling of the fruitless tries counts like two more edges.
  return distance_.of(arm.first, arm.second) + 2 * std::bit_width(queue.tried);
}

void FlowDirected::rank(const Arm& arm, Queue& queue) {
  order_.erase({queue.score, arm});
  queue.score = score_of(arm, queue);
  if (!queue.flips.empty()) order_.insert({queue.score, arm});
}

void FlowDirected::add(std::vector<Flip> flips) {
  for (Flip& flip : flips) {
    Arm arm{flip.site, flip.alternative};
    Queue& queue = queues_[arm];
    bool was_empty = queue.flips.empty();
    queue.flips.push_back(std::move(flip));
    ++size_;
    if (was_empty) rank(arm, queue);
  }
}

std::optional<Flip> FlowDirected::take(bool best) {
  if (size_ == 0) return std::nullopt;
  if (ranked_version_ != distance_.version()) {
    ranked_version_ = distance_.version();
    for (auto& [arm, queue] : queues_) rank(arm, queue);
  }
  Arm arm = best ? order_.begin()->second : order_.rbegin()->second;
  Queue& queue = queues_[arm];
  Flip flip = std::move(best ? queue.flips.back() : queue.flips.front());
  if (best) {
    queue.flips.pop_back();
    ++queue.tried;
  } else {
    queue.flips.pop_front();
  }
  --size_;
  rank(arm, queue);
  return flip;
}

std::optional<Flip> FlowDirected::next() {
  return take(true);
}

std::optional<Flip> FlowDirected::drop_worst() {
  return take(false);
}

void FlowDirected::tried_elsewhere(const Flip& flip) {
  const Arm arm{flip.site, flip.alternative};
  Queue& queue = queues_[arm];
  ++queue.tried;
  rank(arm, queue);
}

void FlowDirected::learn(const TargetInfo& info, std::span<const uint32_t> covered) {
  distance_.learn(info, covered);
  if (covered.empty()) return;
  for (auto& [arm, queue] : queues_) queue.tried = 0;
}

}  // namespace cuttle
