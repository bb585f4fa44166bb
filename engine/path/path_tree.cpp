// SPDX-License-Identifier: Apache-2.0
#include "engine/path/path_tree.h"

#include <algorithm>

#include "engine/support/check.h"

namespace cuttle {

PathTree::Slot* PathTree::Node::find(AlternativeId alternative) {
  for (uint32_t i = 0; i < count; ++i) {
    if (slot(i).alternative == alternative) return &slot(i);
  }
  return nullptr;
}

void PathTree::Node::add(Slot slot) {
  if (count < 2) {
    first[count] = slot;
  } else {
    more.push_back(slot);
  }
  ++count;
}

PathTree::PathTree() {
  nodes_.emplace_back();
  nodes_[0].add({0, kFresh});
}

bool PathTree::all_closed() const {
  return nodes_[0].first[0].child == kClosed;
}

PathTree::Insertion PathTree::insert(const Execution& run, uint64_t max_depth, NodeId from,
                                     uint32_t from_choice) {
  if (from != 0) {
    uint32_t node = static_cast<uint32_t>(from);
    if (node < nodes_.size() && nodes_[node].generation == from >> 32)
      return walk(run, max_depth, node, from_choice, nullptr);
  }
  return walk(run, max_depth, 0, 0, nullptr);
}

PathTree::Insertion PathTree::restore(
    const Execution& run, const std::vector<std::pair<uint32_t, AlternativeId>>& pending,
    uint64_t max_depth) {
  return walk(run, max_depth, 0, 0, &pending);
}

// Follows the run from `node`: either the root (0), whose only slot leads to the first choice, or
// the node of choice `first_choice`.
PathTree::Insertion PathTree::walk(const Execution& run, uint64_t max_depth, uint32_t node,
                                   uint32_t first_choice,
                                   const std::vector<std::pair<uint32_t, AlternativeId>>* pending) {
  Insertion result;
  uint64_t limit = run.choices.size();
  if (max_depth != 0) limit = std::min(limit, max_depth);
  uint32_t at = node;
  AlternativeId alternative = 0;
  uint32_t index = first_choice;
  if (node != 0) {
    alternative = run.choices[index++].taken;
    if (nodes_[at].find(alternative) == nullptr) nodes_[at].add({alternative, kFresh});
  }
  for (;; ++index) {
    while (index < limit && !is_real(run.choices[index])) ++index;
    Slot* slot = nodes_[at].find(alternative);
    if (slot->child == kClosed && pending == nullptr) {
      result.verdict = Verdict::duplicate;
      return result;
    }
    if (index >= limit) break;
    const Choice& choice = run.choices[index];
    if (is_node(slot->child)) {
      at = slot->child;
      if (nodes_[at].site != choice.site) {
        result.verdict = Verdict::mismatch;
        return result;
      }
      if (pending != nullptr) reopen(at, index, *pending, result);
    } else {
      uint32_t child = make_node(at, alternative, choice.site);
      nodes_[at].find(alternative)->child = child;
      at = child;
      fill(at, run, index, result, pending);
    }
    alternative = choice.taken;
    if (nodes_[at].find(alternative) == nullptr) nodes_[at].add({alternative, kFresh});
  }
  if (is_node(nodes_[at].find(alternative)->child)) {
    result.verdict = Verdict::mismatch;  // an earlier run went on from here
    return result;
  }
  close_slot(at, alternative);
  return result;
}

uint32_t PathTree::make_node(uint32_t parent, AlternativeId alternative, SiteId site) {
  uint32_t node;
  if (free_.empty()) {
    node = static_cast<uint32_t>(nodes_.size());
    CUTTLE_CHECK(node < kFresh, "path tree full");
    nodes_.emplace_back();
  } else {
    node = free_.back();
    free_.pop_back();
  }
  Node& n = nodes_[node];
  n.parent = parent;
  n.parent_alternative = alternative;
  ++n.generation;
  n.site = site;
  n.count = 0;
  n.more.clear();
  return node;
}

void PathTree::fill(uint32_t node, const Execution& run, uint32_t index, Insertion& result,
                    const std::vector<std::pair<uint32_t, AlternativeId>>* pending) {
  const Choice& choice = run.choices[index];
  Node& n = nodes_[node];
  n.add({choice.taken, kFresh});
  auto open = [&](AlternativeId alternative) {
    bool wanted = choice.flippable;
    if (pending != nullptr)
      wanted = wanted && std::binary_search(pending->begin(), pending->end(),
                                            std::make_pair(index, alternative));
    n.add({alternative, wanted ? kPending : kClosed});
    if (wanted) result.opened.push_back({index, alternative, handle(node)});
  };
  for (const Alternative& other : run.others(choice)) open(other.id);
  if (choice.open) open(kAnyOther);
}

// A descendant may have been restored first: then this node counts as closed what is still pending.
void PathTree::reopen(uint32_t node, uint32_t index,
                      const std::vector<std::pair<uint32_t, AlternativeId>>& pending,
                      Insertion& result) {
  auto at =
      std::lower_bound(pending.begin(), pending.end(), std::make_pair(index, AlternativeId{0}));
  for (; at != pending.end() && at->first == index; ++at) {
    Slot* slot = nodes_[node].find(at->second);
    if (slot == nullptr) {
      nodes_[node].add({at->second, kPending});
    } else if (slot->child == kClosed) {
      slot->child = kPending;
    } else {
      continue;
    }
    result.opened.push_back({index, at->second, handle(node)});
  }
}

void PathTree::close_slot(uint32_t node, AlternativeId alternative) {
  for (;;) {
    Node& n = nodes_[node];
    n.find(alternative)->child = kClosed;
    if (node == 0) return;
    for (uint32_t i = 0; i < n.count; ++i) {
      if (n.slot(i).child != kClosed) return;
    }
    uint32_t parent = n.parent;
    alternative = n.parent_alternative;
    ++n.generation;
    n.more = {};
    n.count = 0;
    free_.push_back(node);
    node = parent;
  }
}

PathTree::Slot* PathTree::resolve(NodeId node, AlternativeId alternative) {
  uint32_t index = static_cast<uint32_t>(node);
  if (index >= nodes_.size() || nodes_[index].generation != node >> 32) return nullptr;
  return nodes_[index].find(alternative);
}

bool PathTree::claim(NodeId node, AlternativeId alternative) {
  Slot* slot = resolve(node, alternative);
  if (slot == nullptr || slot->child != kPending) return false;
  slot->child = kClaimed;
  return true;
}

void PathTree::close(NodeId node, AlternativeId alternative) {
  Slot* slot = resolve(node, alternative);
  if (slot == nullptr || (slot->child != kPending && slot->child != kClaimed)) return;
  close_slot(static_cast<uint32_t>(node), alternative);
}

bool PathTree::release(NodeId node, AlternativeId alternative) {
  Slot* slot = resolve(node, alternative);
  if (slot == nullptr || slot->child != kClaimed) return false;
  slot->child = kPending;
  return true;
}

}  // namespace cuttle
