// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/expr/pool.h"

namespace cuttle {

// Remembers what recent expressions were rewritten to: runs that follow the same path build the
// same expressions again. A later expression takes the place of an earlier one with the same hash,
// so that memory and time stay bounded.
class RewriteMemo {
 public:
  ExprId find(const ExprNode& node, uint64_t hash) const {
    const Entry& entry = entries_[hash & (entries_.size() - 1)];
    return entry.node == node ? entry.result : ExprId{};
  }

  // `pool_size` is the number of expressions: a large pool is worth a larger memo.
  void insert(const ExprNode& node, uint64_t hash, ExprId result, size_t pool_size) {
    if (pool_size > entries_.size() && entries_.size() < max_entries) {
      entries_.assign(entries_.size() * 4, {});
    }
    entries_[hash & (entries_.size() - 1)] = {node, result};
  }

 private:
  static constexpr size_t max_entries = 1 << 16;
  struct Entry {
    ExprNode node;
    ExprId result;
  };
  std::vector<Entry> entries_ = std::vector<Entry>(1 << 10);
};

}  // namespace cuttle
