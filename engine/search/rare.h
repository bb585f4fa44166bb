// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>

#include "engine/search/ranked_queues.h"

namespace cuttle {

// Goes for the steps that runs took most rarely, above all those that none took yet. In code that
// is called from many places (reading a byte, skipping blanks) every way has been taken somewhere,
// but not after every choice. With `Tell::times`, the fourth time in a run differs from the
// first: a stack overflows when numbers follow each other that cover nothing new.
class RareFirst : public Strategy, public OpeningsListener, public RivalsListener {
 public:
  enum class Tell : uint8_t { kinds, times };
  explicit RareFirst(Tell tell) : tell_(tell) {}
  void add(std::vector<Flip> flips) override;
  std::optional<Flip> next() override;
  std::optional<Flip> drop_worst() override;
  size_t size() const override { return queues_.size(); }
  Listeners listeners() override { return {.openings = this, .rivals = this}; }
  void notice(std::span<const Flip> flips) override;
  void tried_elsewhere(const Flip& flip) override;

 private:
  using Key = std::pair<uint64_t, uint32_t>;
  struct Counts {
    uint64_t taken = 0;
    uint64_t tried = 0;
  };
  static uint64_t score_of(const Counts& counts);
  Key key_of(const Step& step) const;
  void count_try(const Key& key);

  const Tell tell_;
  std::map<Key, Counts> counts_;
  RankedQueues<Key> queues_;
};

}  // namespace cuttle
