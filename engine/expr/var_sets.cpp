// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/var_sets.h"

#include <bit>

#include "engine/expr/bits.h"

namespace cuttle {
namespace {

// What a union costs is small; a bounded memo of them keeps memory proportional to the sets.
constexpr size_t max_remembered_unions = 1 << 16;

uint32_t prefix(uint32_t block, int level) {
  return static_cast<uint32_t>(uint64_t{block} >> (level + 1) << (level + 1));
}

}  // namespace

VarSets::VarSets() : nodes_(1), table_(256, 0) {}

VarSets::Id VarSets::intern(const Node& node) {
  auto hash = [](const Node& n) {
    return mix(mix(n.bits, uint64_t{n.block} << 8 | static_cast<uint8_t>(n.level)),
               uint64_t{n.low} << 32 | n.high);
  };
  size_t mask = table_.size() - 1;
  size_t at = hash(node) & mask;
  for (; table_[at] != 0; at = (at + 1) & mask) {
    if (nodes_[table_[at]] == node) return table_[at];
  }
  Id id = static_cast<Id>(nodes_.size());
  nodes_.push_back(node);
  table_[at] = id;
  if (nodes_.size() * 2 > table_.size()) {
    table_.assign(table_.size() * 2, 0);
    mask = table_.size() - 1;
    for (Id i = 1; i < nodes_.size(); ++i) {
      for (at = hash(nodes_[i]) & mask; table_[at] != 0; at = (at + 1) & mask) {
      }
      table_[at] = i;
    }
  }
  return id;
}

VarSets::Id VarSets::singleton(VarId v) {
  return intern({.bits = uint64_t{1} << (v % 64), .block = v / 64});
}

// The union of two sets whose blocks part at one bit.
VarSets::Id VarSets::join(Id a, Id b) {
  int level = 31 - std::countl_zero(nodes_[a].block ^ nodes_[b].block);
  bool a_high = nodes_[a].block >> level & 1;
  Node node{.block = prefix(nodes_[a].block, level), .level = level};
  node.low = a_high ? b : a;
  node.high = a_high ? a : b;
  return intern(node);
}

VarSets::Id VarSets::unite_slow(Id a, Id b) {
  if (nodes_[a].level < 0 && nodes_[b].level < 0) return unite_nodes(a, b);
  if (a > b) std::swap(a, b);
  uint64_t key = uint64_t{a} << 32 | b;
  if (auto found = unions_.find(key); found != unions_.end()) return found->second;
  Id out = unite_nodes(a, b);
  if (unions_.size() >= max_remembered_unions) unions_.clear();
  unions_.emplace(key, out);
  return out;
}

// Recurses at most 32 deep: once per bit of a block number.
VarSets::Id VarSets::unite_nodes(Id a, Id b) {
  if (nodes_[a].level < nodes_[b].level) std::swap(a, b);
  Node x = nodes_[a];
  const Node& y = nodes_[b];
  if (x.level < 0) {
    if (x.block != y.block) return join(a, b);
    if ((x.bits | y.bits) == x.bits) return a;
    x.bits |= y.bits;
    return intern(x);
  }
  if (prefix(y.block, x.level) != x.block) return join(a, b);
  if (y.level == x.level) {
    Id y_high = y.high;
    x.low = unite(x.low, y.low);
    x.high = unite(x.high, y_high);
  } else if (y.block >> x.level & 1) {
    x.high = unite(x.high, b);
  } else {
    x.low = unite(x.low, b);
  }
  return intern(x);
}

std::span<const VarId> VarSets::members(Id set) {
  if (set == empty) return {};
  auto [at, is_new] = members_.try_emplace(set);
  if (!is_new) return at->second;
  std::vector<Id> stack{set};
  while (!stack.empty()) {
    const Node& node = nodes_[stack.back()];
    stack.pop_back();
    if (node.level >= 0) {
      stack.push_back(node.high);
      stack.push_back(node.low);
      continue;
    }
    for (uint64_t bits = node.bits; bits != 0; bits &= bits - 1) {
      at->second.push_back(node.block * 64 + static_cast<VarId>(std::countr_zero(bits)));
    }
  }
  return at->second;
}

}  // namespace cuttle
