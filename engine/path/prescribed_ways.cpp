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
    // Turns come in the order of the wishes.
    if (is_ordered(nodes_[node])) nodes_[node].move_to_end(alternative);
    if (last) return make_end(node, alternative, end);
    node = prescribe_node(node, way[i], way[i + 1]);
  }
}

uint32_t PathTree::prescribe_node(uint32_t parent, const PathStep& step, const PathStep& next) {
  const uint32_t made = make_node(parent, step.alternative, next.site, next.kind);
  set(*nodes_[parent].find(step.alternative), made);
  nodes_[made].prescribed = nodes_[made].inner = true;
  return made;
}

void PathTree::expect(NodeId from, std::span<const PathStep> way, size_t open) {
  if (!is_there(from)) return;
  auto node = static_cast<uint32_t>(from);
  for (size_t i = 0; i + 1 < way.size(); ++i) {
    if (nodes_[node].site != way[i].site || nodes_[node].kind != way[i].kind) return;
    if (nodes_[node].find(way[i].alternative) == nullptr)
      nodes_[node].add(way[i].alternative, closed(Closed::elsewhere));
    const uint32_t child = *nodes_[node].find(way[i].alternative);
    if (is_closed(child) && reason(child) != Closed::elsewhere) return;
    node = is_node(child) ? child : prescribe_node(node, way[i], way[i + 1]);
    if (i + 1 < open && !is_node(child)) nodes_[node].inner = false;
  }
}

PathTree::NodeId PathTree::child(NodeId node, AlternativeId alternative) const {
  const Node& n = nodes_[static_cast<uint32_t>(node)];
  for (uint32_t i = 0; i < n.count; ++i)
    if (n.alternative(i) == alternative) return is_node(n.child(i)) ? handle(n.child(i)) : 0;
  return 0;
}

PathTree::Leaving PathTree::leaving(const Execution& run) const {
  uint32_t node = 0;
  AlternativeId alternative = 0;
  Leaving last;
  for (uint32_t i = 0;; ++i) {
    while (i < run.choices.size() && !is_real(run.choices[i])) ++i;
    uint32_t next = kLastNode + 1;
    for (uint32_t k = 0; k < nodes_[node].count; ++k)
      if (nodes_[node].alternative(k) == alternative) next = nodes_[node].child(k);
    if (!is_node(next) || i >= run.choices.size()) return last;
    node = next;
    alternative = run.choices[i].taken;
    last = {handle(node), i, alternative};
  }
}

PathTree::Edge PathTree::above(NodeId node) const {
  const Node& n = nodes_[static_cast<uint32_t>(node)];
  return {n.parent == 0 ? 0 : handle(n.parent), n.parent_alternative};
}

}  // namespace cuttle
