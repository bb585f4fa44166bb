// SPDX-License-Identifier: Apache-2.0
#include "engine/path/path_tree.h"

#include <algorithm>
#include <utility>

#include "engine/support/check.h"

namespace cuttle {

PathEnd end_within(const Execution& run, uint64_t max_depth) {
  PathEnd end;
  if (max_depth == 0 || max_depth >= run.choices.size()) return end;
  end.choices = max_depth;
  const auto rest = std::span(run.choices).subspan(max_depth);
  if (std::any_of(rest.begin(), rest.end(), is_real)) end.why = Closed::given_up;
  return end;
}

uint32_t* PathTree::Node::find(AlternativeId wanted) {
  for (uint32_t i = 0; i < count; ++i)
    if (alternative(i) == wanted) return &child(i);
  return nullptr;
}

void PathTree::Node::add(AlternativeId alternative, uint32_t child) {
  if (count < 2) {
    alternatives[count] = alternative;
    children[count] = child;
  } else {
    if (!more) more = std::make_unique<std::vector<Further>>();
    more->push_back({alternative, child});
  }
  ++count;
}

void PathTree::Node::move_to_end(AlternativeId wanted) {
  for (uint32_t i = 0; i + 1 < count; ++i) {
    if (alternative(i) != wanted) continue;
    const auto at = [&](uint32_t k) -> AlternativeId& {
      return k < 2 ? alternatives[k] : (*more)[k - 2].alternative;
    };
    std::swap(at(i), at(i + 1));
    std::swap(child(i), child(i + 1));
  }
}

PathTree::PathTree() {
  nodes_.emplace_back();
  nodes_[0].add(0, kFresh);
}

bool PathTree::all_closed() const {
  return is_closed(nodes_[0].children[0]);
}

bool PathTree::is_there(NodeId node) const {
  const auto index = static_cast<uint32_t>(node);
  return node != 0 && index < nodes_.size() && nodes_[index].generation == node >> 32;
}

// The one place that changes what a slot leads to.
void PathTree::set(uint32_t& child, uint32_t state) {
  pending_ += counts(state);
  pending_ -= counts(child);
  child = state;
}

PathTree::Insertion PathTree::insert(const Execution& run, PathEnd end, NodeId from,
                                     uint32_t from_choice) {
  Insertion result = is_there(from)
                         ? walk(run, end, static_cast<uint32_t>(from), from_choice, nullptr)
                         : walk(run, end, 0, 0, nullptr);
  finish(result, end.why);
  return result;
}

PathTree::Insertion PathTree::arrive(const Execution& run, PathEnd end, NodeId from,
                                     uint32_t from_choice) {
  if (!is_there(from)) return walk(run, end, 0, 0, nullptr);
  std::vector<NodeId> above = nodes_above(static_cast<uint32_t>(from));
  Insertion result = walk(run, end, static_cast<uint32_t>(from), from_choice, nullptr);
  result.nodes.insert(result.nodes.begin(), above.begin(), above.end());
  return result;
}

PathTree::Insertion PathTree::restore(const Execution& run, const std::vector<Pending>& pending,
                                      PathEnd end) {
  Insertion result = walk(run, end, 0, 0, &pending);
  finish(result, end.why);
  return result;
}

PathTree::Changes PathTree::finish(const Insertion& arrival, Closed why) {
  Changes changes;
  if (arrival.arrived)
    close_slot(static_cast<uint32_t>(arrival.end_node), arrival.end_alternative, why, changes);
  return changes;
}

std::vector<PathTree::NodeId> PathTree::nodes_above(uint32_t node) const {
  std::vector<NodeId> result;
  for (uint32_t at = nodes_[node].parent; at != 0; at = nodes_[at].parent)
    result.push_back(handle(at));
  std::reverse(result.begin(), result.end());
  return result;
}

// The run takes this alternative of the node. `own`: it was sent here.
void PathTree::take(uint32_t node, AlternativeId alternative, Insertion& result, bool own) {
  Node& n = nodes_[node];
  const bool open = n.find(kAnyOther) != nullptr;
  if (n.find(alternative) != nullptr) {
    result.merged = result.merged || (own && open && *n.find(kAnyOther) == kClaimed);
    return;
  }
  n.add(alternative, kFresh);
  if (open && !own) result.joined.push_back(handle(node));
}

// Follows the run from `node`: either the root (0), whose only slot leads to the first choice, or
// the node of choice `first_choice`.
PathTree::Insertion PathTree::walk(const Execution& run, PathEnd end, uint32_t node,
                                   uint32_t first_choice, const std::vector<Pending>* pending) {
  Insertion result;
  const uint64_t limit = std::min<uint64_t>(run.choices.size(), end.choices);
  uint32_t at = node;
  AlternativeId alternative = 0;
  uint32_t index = first_choice;
  if (node != 0) {
    if (listens()) result.nodes.push_back(handle(node));
    alternative = run.choices[index++].taken;
    take(at, alternative, result, true);
  }
  for (;; ++index) {
    while (index < limit && !is_real(run.choices[index])) ++index;
    const uint32_t child = *nodes_[at].find(alternative);
    if (is_closed(child) && reason(child) != Closed::elsewhere && pending == nullptr) {
      result.verdict = Verdict::duplicate;
      return result;
    }
    if (child == kPending && at != node) result.crossed.emplace_back(handle(at), alternative);
    if (index >= limit) break;
    const Choice& choice = run.choices[index];
    if (is_node(child)) {
      at = child;
      if (nodes_[at].site != choice.site || nodes_[at].kind != choice.kind) {
        result.verdict = Verdict::mismatch;
        return result;
      }
      if (nodes_[at].prescribed) fill(at, run, index, result, pending);
      if (pending != nullptr) reopen(at, index, *pending, result);
    } else {
      const uint32_t made = make_node(at, alternative, choice.site, choice.kind);
      set(*nodes_[at].find(alternative), made);
      at = made;
      nodes_[at].add(choice.taken, kFresh);
      fill(at, run, index, result, pending);
    }
    if (listens()) result.nodes.push_back(handle(at));
    alternative = choice.taken;
    take(at, alternative, result, false);
  }
  uint32_t& last = *nodes_[at].find(alternative);
  if (is_node(last)) {
    result.verdict = Verdict::mismatch;  // an earlier run went on from here
    return result;
  }
  set(last, kArrived);
  result.arrived = true;
  result.end_node = handle(at);
  result.end_alternative = alternative;
  return result;
}

uint32_t PathTree::make_node(uint32_t parent, AlternativeId alternative, SiteId site,
                             ChoiceKind kind) {
  uint32_t node;
  if (free_.empty()) {
    node = static_cast<uint32_t>(nodes_.size());
    CUTTLE_CHECK(node < kLastNode, "path tree full");
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
  n.kind = kind;
  n.count = 0;
  n.prescribed = n.inner = false;
  return node;
}

// Adds what the run knows of the alternatives of its choice.
void PathTree::fill(uint32_t node, const Execution& run, uint32_t index, Insertion& result,
                    const std::vector<Pending>* pending) {
  const Choice& choice = run.choices[index];
  Node& n = nodes_[node];
  const bool listed_only = is_ordered(n) || n.inner;
  n.prescribed = false;
  auto open = [&](AlternativeId alternative) {
    if (n.find(alternative) != nullptr) return;
    bool wanted = choice.flippable && !listed_only;
    if (pending != nullptr)
      wanted = choice.flippable && std::binary_search(pending->begin(), pending->end(),
                                                      std::make_pair(index, alternative));
    n.add(alternative, kFresh);
    const Closed why = listed_only ? Closed::elsewhere : Closed::run;
    set(*n.find(alternative), wanted ? kPending : closed(why));
    if (wanted) result.opened.push_back({index, alternative, handle(node)});
  };
  for (const cuttle::Alternative& other : run.others(choice)) open(other.id);
  if (choice.open) open(kAnyOther);
}

// A descendant may have been restored first: then this node counts as closed what is still pending.
void PathTree::reopen(uint32_t node, uint32_t index, const std::vector<Pending>& pending,
                      Insertion& result) {
  auto at = std::lower_bound(pending.begin(), pending.end(), Pending{index, 0});
  for (; at != pending.end() && at->first == index; ++at) {
    Node& n = nodes_[node];
    if (n.find(at->second) == nullptr) n.add(at->second, closed(Closed::run));
    uint32_t& child = *n.find(at->second);
    if (!is_closed(child)) continue;
    set(child, kPending);
    result.opened.push_back({index, at->second, handle(node)});
  }
}

void PathTree::close_slot(uint32_t node, AlternativeId alternative, Closed why, Changes& changes) {
  for (;;) {
    Node& n = nodes_[node];
    set(*n.find(alternative), closed(why));
    if (node == 0) return;
    if (is_ordered(n)) give_turns(node, changes);
    why = Closed::run;
    for (uint32_t i = 0; i < n.count; ++i) {
      if (!is_closed(n.child(i))) return;
      if (reason(n.child(i)) == Closed::given_up) why = Closed::given_up;
    }
    const uint32_t parent = n.parent;
    alternative = n.parent_alternative;
    remove(node, changes);
    node = parent;
  }
}

void PathTree::remove(uint32_t node, Changes& changes) {
  Node& n = nodes_[node];
  if (telling_) {
    Closing& closing = changes.closed.emplace_back(
        Closing{handle(node), handle(n.parent), n.parent_alternative, {}});
    for (uint32_t i = 0; i < n.count; ++i)
      closing.alternatives.push_back({n.alternative(i), reason(n.child(i))});
  }
  ++n.generation;
  n.more.reset();
  n.count = 0;
  free_.push_back(node);
}

uint32_t* PathTree::resolve(NodeId node, AlternativeId alternative) {
  return is_there(node) ? nodes_[static_cast<uint32_t>(node)].find(alternative) : nullptr;
}

void PathTree::know(NodeId node, AlternativeId alternative) {
  if (is_there(node) && resolve(node, alternative) == nullptr)
    nodes_[static_cast<uint32_t>(node)].add(alternative, closed(Closed::run));
}

bool PathTree::claim(NodeId node, AlternativeId alternative) {
  uint32_t* child = resolve(node, alternative);
  if (child == nullptr || *child != kPending) return false;
  set(*child, kClaimed);
  return true;
}

PathTree::Changes PathTree::close(NodeId node, AlternativeId alternative, Closed why) {
  Changes changes;
  const uint32_t* child = resolve(node, alternative);
  if (child != nullptr && counts(*child))
    close_slot(static_cast<uint32_t>(node), alternative, why, changes);
  return changes;
}

bool PathTree::release(NodeId node, AlternativeId alternative) {
  uint32_t* child = resolve(node, alternative);
  if (child == nullptr || *child != kClaimed) return false;
  set(*child, kPending);
  return true;
}

std::vector<PathStep> PathTree::way(NodeId node) const {
  std::vector<PathStep> result;
  if (!is_there(node)) return result;
  for (auto at = static_cast<uint32_t>(node); nodes_[at].parent != 0; at = nodes_[at].parent) {
    const Node& parent = nodes_[nodes_[at].parent];
    result.push_back({parent.site, parent.kind, nodes_[at].parent_alternative});
  }
  std::reverse(result.begin(), result.end());
  return result;
}

std::vector<PathTree::Alternative> PathTree::alternatives(NodeId node) const {
  std::vector<Alternative> result;
  if (!is_there(node)) return result;
  const Node& n = nodes_[static_cast<uint32_t>(node)];
  for (uint32_t i = 0; i < n.count; ++i) {
    const uint32_t child = n.child(i);
    const State state = is_closed(child)    ? State::closed
                        : child == kPending ? State::pending
                        : child == kClaimed ? State::claimed
                        : child == kHeld    ? State::held
                                            : State::explored;
    result.push_back({n.alternative(i), state, is_closed(child) ? reason(child) : Closed::run});
  }
  return result;
}

}  // namespace cuttle
