// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace cuttle {

// Open-addressing hash table of 32-bit ids (0 means none) for hash-consing. The things themselves
// live elsewhere; a part of each hash is kept here, so that a probe touches them only when it is
// almost certainly right, and growing does not touch them at all.
class NodeTable {
 public:
  NodeTable() : slots_(1024) {}

  // The id with this hash for which `equal(id)` holds, or 0.
  template <typename Equal>
  uint32_t find(uint64_t hash, Equal equal) const {
    const size_t mask = slots_.size() - 1;
    for (size_t at = hash & mask;; at = (at + 1) & mask) {
      const Slot& slot = slots_[at];
      if (slot.id == 0) return 0;
      if (slot.hash == static_cast<uint32_t>(hash) && equal(slot.id)) return slot.id;
    }
  }

  // `id` must not be in the table.
  void insert(uint64_t hash, uint32_t id) {
    if (++used_ * 2 > slots_.size()) grow();
    place({static_cast<uint32_t>(hash), id});
  }

 private:
  struct Slot {
    uint32_t hash = 0;
    uint32_t id = 0;
  };

  void place(Slot slot) {
    const size_t mask = slots_.size() - 1;
    size_t at = slot.hash & mask;
    while (slots_[at].id != 0) at = (at + 1) & mask;
    slots_[at] = slot;
  }

  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.id != 0) place(slot);
    }
  }

  std::vector<Slot> slots_;
  size_t used_ = 0;
};

}  // namespace cuttle
