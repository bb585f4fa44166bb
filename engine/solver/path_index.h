// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/solver/bounds.h"
#include "engine/solver/literals.h"

namespace cuttle {

// The prefix of the current query, kept up to date from query to query: successive queries share
// long prefixes, and only what differs is taken back and added. Knows which constraints are there,
// which of them share variables, and the bounds they put on terms.
class PathIndex {
 public:
  PathIndex(ExprPool& pool, Literals& literals) : pool_(pool), literals_(literals), bounds_(pool) {}

  // Makes this the index of `prefix`. Cost: what differs from the last one.
  void follow(std::span<const ExprId> prefix);

  // The conjuncts of the prefix, in order, duplicates left out.
  size_t size() const { return entries_.size(); }
  ExprId conjunct(size_t i) const { return entries_[i].expr; }
  // Something else in the prefix implies it.
  bool subsumed(size_t i) const { return entries_[i].subsumed; }
  // The positions below this one did not change in the last follow().
  size_t unchanged() const { return unchanged_; }
  uint64_t duplicates() const { return duplicates_; }

  bool contains(LiteralCode code) const {
    return code < positions_.size() && positions_[code] != 0;
  }
  bool is_contradiction() const { return contradictions_ != 0; }
  const Bounds& bounds() const { return bounds_; }

  // What shares variables with any of `roots`, directly or through others.
  struct Slice {
    std::vector<ExprId> kept;      // in a deterministic order, not that of the path
    std::vector<ExprId> subsumed;  // implied by those
    std::vector<VarId> variables;  // ascending
  };
  void slice(std::span<const ExprId> roots, Slice& out);

 private:
  static constexpr uint32_t none = ~0u;

  struct Entry {
    ExprId expr;
    LiteralCode code = 0;
    uint32_t next = none;    // in the list of its class
    uint32_t before = none;  // likewise
    uint32_t merges = 0;     // undo_ size before
    uint32_t bounds_mark = 0;
    uint32_t replaced = none;  // the entry that this one subsumes
    bool subsumed = false;
    bool contradiction = false;  // with what was there before
  };
  // A class of variables that occur together, with its constraints and members as lists.
  struct Class {
    VarId parent;
    uint32_t size = 1;
    uint32_t first = none, last = none;    // constraints
    VarId next_member = ~0u, last_member;  // variables
  };
  struct Merge {
    VarId child, root;
    uint32_t root_last;      // of the constraints, before
    VarId root_last_member;  // likewise
  };

  void push(ExprId conjunct);
  void pop();
  VarId find(VarId v) const {
    while (classes_[v].parent != v) v = classes_[v].parent;
    return v;
  }
  VarId merge(VarId a, VarId b);
  void undo_merge();

  ExprPool& pool_;
  Literals& literals_;
  Bounds bounds_;
  std::vector<ExprId> prefix_;
  std::vector<uint32_t> ends_;  // per element of prefix_: entries_ size after it
  std::vector<Entry> entries_;
  std::vector<uint32_t> positions_;  // by LiteralCode: position + 1
  std::vector<Class> classes_;       // by variable
  std::vector<Merge> undo_;
  std::vector<uint32_t> stamps_;  // by variable, for slice()
  uint32_t stamp_ = 0;
  size_t unchanged_ = 0;
  uint64_t duplicates_ = 0;
  uint32_t contradictions_ = 0;
};

}  // namespace cuttle
