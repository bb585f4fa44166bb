// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/path_index.h"

#include <algorithm>

namespace cuttle {

void PathIndex::follow(std::span<const ExprId> prefix) {
  const size_t limit = std::min(prefix.size(), prefix_.size());
  const size_t common = static_cast<size_t>(
      std::mismatch(prefix.begin(), prefix.begin() + limit, prefix_.begin()).first -
      prefix.begin());
  const size_t keep = common == 0 ? 0 : ends_[common - 1];
  while (entries_.size() > keep) pop();
  prefix_.resize(common);
  ends_.resize(common);
  unchanged_ = keep;
  std::vector<ExprId> parts;
  for (ExprId e : prefix.subspan(common)) {
    const std::span<const ExprId> conjuncts = literals_.conjuncts(e);
    parts.assign(conjuncts.begin(), conjuncts.end());
    for (ExprId part : parts) push(part);
    prefix_.push_back(e);
    ends_.push_back(static_cast<uint32_t>(entries_.size()));
  }
}

void PathIndex::push(ExprId conjunct) {
  const LiteralInfo info = literals_.info(conjunct);
  if (contains(info.code)) {
    ++duplicates_;
    return;
  }
  const uint32_t position = static_cast<uint32_t>(entries_.size());
  Entry entry{.expr = conjunct,
              .code = info.code,
              .merges = static_cast<uint32_t>(undo_.size()),
              .bounds_mark = bounds_.mark()};
  if (pool_.is_false(conjunct) || contains(negation(info.code)) || bounds_.contradicts(info)) {
    entry.contradiction = true;
  } else if (bounds_.implies(info)) {
    entry.subsumed = true;
  } else {
    entry.replaced = bounds_.add(info, position);
    if (entry.replaced != none) entries_[entry.replaced].subsumed = true;
    entry.contradiction = bounds_.is_empty(info);
  }
  contradictions_ += entry.contradiction;

  if (info.code >= positions_.size()) positions_.resize(pool_.size() * 2 + pool_.size() / 2 + 64);
  positions_[info.code] = position + 1;
  entries_.push_back(entry);
  if (classes_.size() < pool_.variable_count()) {
    for (VarId v = static_cast<VarId>(classes_.size()); v < pool_.variable_count(); ++v) {
      classes_.push_back({.parent = v, .last_member = v});
    }
  }
  const std::span<const VarId> variables = pool_.variables_of(conjunct);
  if (variables.empty()) return;
  VarId root = find(variables[0]);
  for (VarId v : variables.subspan(1)) root = merge(root, find(v));
  Class& home = classes_[root];
  if (home.last == none) {
    home.first = position;
  } else {
    entries_[home.last].next = position;
  }
  entries_[position].before = home.last;
  home.last = position;
}

void PathIndex::pop() {
  const Entry entry = entries_.back();
  const std::span<const VarId> variables = pool_.variables_of(entry.expr);
  if (!variables.empty()) {
    Class& home = classes_[find(variables[0])];
    home.last = entry.before;
    if (home.last == none) {
      home.first = none;
    } else {
      entries_[home.last].next = none;
    }
  }
  while (undo_.size() > entry.merges) undo_merge();
  bounds_.undo_to(entry.bounds_mark);
  if (entry.replaced != none) entries_[entry.replaced].subsumed = false;
  positions_[entry.code] = 0;
  contradictions_ -= entry.contradiction;
  entries_.pop_back();
}

VarId PathIndex::merge(VarId a, VarId b) {
  if (a == b) return a;
  if (classes_[a].size < classes_[b].size) std::swap(a, b);
  Class& root = classes_[a];
  Class& child = classes_[b];
  undo_.push_back({b, a, root.last, root.last_member});
  child.parent = a;
  root.size += child.size;
  if (child.first != none) {
    if (root.last == none) {
      root.first = child.first;
    } else {
      entries_[root.last].next = child.first;
    }
    root.last = child.last;
  }
  classes_[root.last_member].next_member = b;
  root.last_member = child.last_member;
  return a;
}

void PathIndex::undo_merge() {
  const Merge merge = undo_.back();
  undo_.pop_back();
  Class& root = classes_[merge.root];
  Class& child = classes_[merge.child];
  child.parent = merge.child;
  root.size -= child.size;
  root.last = merge.root_last;
  if (root.last == none) {
    root.first = none;
  } else {
    entries_[root.last].next = none;
  }
  root.last_member = merge.root_last_member;
  classes_[root.last_member].next_member = ~0u;
}

void PathIndex::slice(std::span<const ExprId> roots, Slice& out) {
  out.kept.clear();
  out.subsumed.clear();
  out.variables.clear();
  stamps_.resize(pool_.variable_count());
  ++stamp_;
  for (ExprId e : roots) {
    for (VarId v : pool_.variables_of(e)) {
      const VarId root = v < classes_.size() ? find(v) : v;
      if (stamps_[root] == stamp_) continue;
      stamps_[root] = stamp_;
      if (v >= classes_.size()) {
        out.variables.push_back(v);
        continue;
      }
      for (VarId member = root; member != ~0u; member = classes_[member].next_member) {
        out.variables.push_back(member);
      }
      for (uint32_t at = classes_[root].first; at != none; at = entries_[at].next) {
        (entries_[at].subsumed ? out.subsumed : out.kept).push_back(entries_[at].expr);
      }
    }
  }
  std::sort(out.variables.begin(), out.variables.end());
}

}  // namespace cuttle
