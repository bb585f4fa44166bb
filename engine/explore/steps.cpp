// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/steps.h"

#include <bit>

namespace cuttle {
namespace {

uint64_t mixed(uint64_t a, uint64_t b) {
  a = (a ^ b) * 0x9E3779B97F4A7C15;  // spreads small numbers over all bits
  return a ^ a >> 29;
}

}  // namespace

void Steps::Counts::clear() {
  used_ = 0;
  if (++era_ != 0) return;
  slots_.assign(slots_.size(), {});
  era_ = 1;
}

Steps::Counts::Slot& Steps::Counts::find(uint64_t key) {
  const size_t last = slots_.size() - 1;
  size_t i = key & last;
  while (slots_[i].era == era_ && slots_[i].key != key) i = (i + 1) & last;
  return slots_[i];
}

void Steps::Counts::grow() {
  std::vector<Slot> old(2 * slots_.size());
  old.swap(slots_);
  for (const Slot& slot : old)
    if (slot.era == era_) find(slot.key) = slot;
}

uint32_t& Steps::Counts::of(uint64_t key) {
  if (2 * used_ >= slots_.size()) grow();
  Slot& slot = find(key);
  if (slot.era != era_) {
    slot = {key, era_, 0};
    ++used_;
  }
  return slot.count;
}

void Steps::begin(const Execution& execution) {
  execution_ = &execution;
  counted_ = 0;
  counts_.clear();
}

uint64_t Steps::place_of(uint32_t choice) const {
  const SiteId site = execution_->choices[choice].site;
  if (choice == 0) return mixed(0, site);
  const Choice& before = execution_->choices[choice - 1];
  return mixed(mixed(uint64_t{before.site} + 1, before.taken), site);
}

Step Steps::of(uint32_t choice, AlternativeId way) {
  if (choice < counted_) begin(*execution_);
  for (; counted_ < choice; ++counted_)
    ++counts_.of(mixed(place_of(counted_), execution_->choices[counted_].taken));
  constexpr uint64_t any_other = 0xFFFF'FFFF;  // no arm has this number
  const uint64_t kind = mixed(place_of(choice), way == kAnyOther ? any_other : way);
  return {kind, static_cast<uint32_t>(std::bit_width(counts_.of(kind)))};
}

}  // namespace cuttle
