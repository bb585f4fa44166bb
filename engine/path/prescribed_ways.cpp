// SPDX-License-Identifier: Apache-2.0
// The part of the path tree that gives races their order and makes ways that nobody has run.
#include "engine/path/path_tree.h"

namespace cuttle {

// Is this edge, at every ordered node from here to the root, the first that is not closed?
bool PathTree::has_turn(uint32_t node, AlternativeId alternative) const {
  for (; node != 0; alternative = nodes_[node].parent_alternative, node = nodes_[node].parent) {
    const Node& n = nodes_[node];
    if (!is_ordered(n)) continue;
    for (uint32_t i = 0; n.alternative(i) != alternative; ++i)
      if (!is_closed(n.child(i))) return false;
  }
  return true;
}

// The node has its turn: so have the ends below it that only waited for that.
void PathTree::give_turns(uint32_t node, Changes& changes) {
  for (uint32_t i = 0; i < nodes_[node].count; ++i) {
    uint32_t& child = nodes_[node].child(i);
    if (is_closed(child)) continue;
    if (child == kHeld) {
      if (!has_turn(node, nodes_[node].alternative(i))) return;
      set(child, kPending);
      changes.opened.push_back({0, nodes_[node].alternative(i), handle(node)});
    } else if (is_node(child)) {
      give_turns(child, changes);
    }
    if (is_ordered(nodes_[node])) return;
  }
}

PathTree::Prescribed PathTree::make_end(uint32_t node, AlternativeId alternative, Edge& end) {
  end = {handle(node), alternative};
  const bool now = has_turn(node, alternative);
  set(*nodes_[node].find(alternative), now ? kPending : kHeld);
  return now ? Prescribed::pending : Prescribed::held;
}

// What lies right behind the end of a way is open: no choice of a solver there is `elsewhere`.
void PathTree::open_end(uint32_t node, Changes& changes) {
  if (nodes_[node].kind == ChoiceKind::race) return;
  nodes_[node].inner = false;
  for (uint32_t i = 0; i < nodes_[node].count; ++i) {
    uint32_t& child = nodes_[node].child(i);
    if (is_node(child)) {
      open_end(child, changes);
    } else if (child == closed(Closed::elsewhere)) {
      Edge ignored;
      if (make_end(node, nodes_[node].alternative(i), ignored) == Prescribed::pending)
        changes.opened.push_back({0, nodes_[node].alternative(i), handle(node)});
    }
  }
}

PathTree::Prescribed PathTree::prescribe(NodeId from, std::span<const PathStep> way, Edge& end,
                                         Changes& changes) {
  if (!is_there(from) || way.empty()) return Prescribed::refused;
  auto node = static_cast<uint32_t>(from);
  if (nodes_[node].kind != ChoiceKind::race) return Prescribed::refused;
  for (size_t i = 0;; ++i) {
    if (nodes_[node].site != way[i].site || nodes_[node].kind != way[i].kind)
      return Prescribed::refused;
    const AlternativeId alternative = way[i].alternative;
    if (nodes_[node].find(alternative) == nullptr)
      nodes_[node].add(alternative, closed(Closed::elsewhere));
    const uint32_t child = *nodes_[node].find(alternative);
    const bool last = i + 1 == way.size();
    if (is_node(child)) {
      if (!last) {
        node = child;
        continue;
      }
      open_end(child, changes);
      return Prescribed::known;
    }
    if (!is_closed(child)) return Prescribed::known;  // an end: all that follows is open there
    if (reason(child) != Closed::elsewhere) return Prescribed::refused;
    if (last) return make_end(node, alternative, end);
    const uint32_t made = make_node(node, alternative, way[i + 1].site, way[i + 1].kind);
    set(*nodes_[node].find(alternative), made);
    nodes_[made].prescribed = nodes_[made].inner = true;
    node = made;
  }
}

}  // namespace cuttle
