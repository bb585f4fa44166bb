// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "engine/search/strategy.h"

namespace cuttle {

// Flips of the same kind share a queue, and each queue has a score; the lowest comes first, and in
// a queue the latest flip.
template <typename Kind>
class RankedQueues {
 public:
  using Taken = std::optional<std::pair<Kind, Flip>>;

  size_t size() const { return size_; }

  void put(const Kind& kind, uint64_t score, Flip flip) {
    queues_[kind].flips.push_back(std::move(flip));
    ++size_;
    rank(kind, score);
  }

  // Does nothing for a kind without flips: it gets its score with the next one.
  void rank(const Kind& kind, uint64_t score) {
    const auto found = queues_.find(kind);
    if (found == queues_.end()) return;
    Queue& queue = found->second;
    if (queue.is_ranked && queue.score == score) return;
    if (queue.is_ranked) order_.erase({queue.score, kind});
    queue.score = score;
    queue.is_ranked = true;
    order_.insert({score, kind});
  }

  template <typename ScoreOf>
  void rank_all(ScoreOf score_of) {
    for (const auto& [kind, queue] : queues_) rank(kind, score_of(kind));
  }

  Taken take_first() {
    if (size_ == 0) return std::nullopt;
    return take(order_.begin()->second, true);
  }
  Taken take_last() {
    if (size_ == 0) return std::nullopt;
    return take(order_.rbegin()->second, false);
  }

 private:
  struct Queue {
    std::deque<Flip> flips;
    uint64_t score = 0;
    bool is_ranked = false;  // it is in `order_`
  };

  Taken take(Kind kind, bool latest) {
    const auto found = queues_.find(kind);
    std::deque<Flip>& flips = found->second.flips;
    Flip flip = std::move(latest ? flips.back() : flips.front());
    latest ? flips.pop_back() : flips.pop_front();
    --size_;
    if (flips.empty()) {
      order_.erase({found->second.score, kind});
      queues_.erase(found);
    }
    return std::make_pair(kind, std::move(flip));
  }

  std::map<Kind, Queue> queues_;  // none is empty
  std::set<std::pair<uint64_t, Kind>> order_;
  size_t size_ = 0;
};

}  // namespace cuttle
