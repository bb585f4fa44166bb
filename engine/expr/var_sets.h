// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/expr/expr.h"

namespace cuttle {

// Interned sets of variables: equal sets have equal ids. A set is a binary trie over blocks of 64
// variables whose equal parts are shared, so that the sets of a sum over n variables take
// O(n log n) memory together, and the usual small sets are one word.
class VarSets {
 public:
  using Id = uint32_t;
  static constexpr Id empty = 0;

  VarSets();

  Id singleton(VarId v);
  Id unite(Id a, Id b) {
    if (a == b || b == empty) return a;
    if (a == empty) return b;
    return unite_slow(a, b);
  }

  // The members, ascending. Made on the first request; stays valid as long as this object.
  std::span<const VarId> members(Id set);

 private:
  // Leaves hold the variables [block * 64, block * 64 + 64) as bits; inner nodes cover the blocks
  // that agree with `block` above bit `level`, split by bit `level`.
  struct Node {
    uint64_t bits = 0;   // of a leaf
    uint32_t block = 0;  // of an inner node: the common high bits, zero from bit `level` down
    int level = -1;      // -1: a leaf
    Id low = 0, high = 0;
    friend bool operator==(const Node&, const Node&) = default;
  };

  Id intern(const Node& node);
  Id join(Id a, Id b);
  Id unite_slow(Id a, Id b);
  Id unite_nodes(Id a, Id b);

  std::vector<Node> nodes_;
  std::vector<Id> table_;  // open addressing over nodes_
  std::unordered_map<uint64_t, Id> unions_;
  std::unordered_map<Id, std::vector<VarId>> members_;
};

}  // namespace cuttle
