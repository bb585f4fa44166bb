// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <unordered_map>

#include "engine/schedule/objects.h"
#include "engine/schedule/reversals.h"
#include "engine/schedule/sequence.h"

namespace cuttle {
namespace {

using NodeId = PathTree::NodeId;

struct Sleeper {
  uint32_t thread = 0;
  Footprint operation;
};

// An alternative of a race that was taken, or is to be.
struct ThreadEdge {
  uint32_t thread = 0;
  Footprint operation;
  // All that the operation may find is wanted, and anything behind it. Otherwise only what is
  // prescribed, and below whatever it finds each of `anyway`.
  bool is_free = true;
  std::vector<Sequence> anyway;
};

struct RaceNode {
  bool was_passed = false;
  std::vector<Sleeper> asleep;  // on the way here, once it was passed
  std::vector<ThreadEdge> edges;

  ThreadEdge* find(uint32_t thread) {
    for (ThreadEdge& edge : edges)
      if (edge.thread == thread) return &edge;
    return nullptr;
  }
};

class WakeupTrees final : public Reversals {
 public:
  void add(const AddedRun& run, Wishes& wishes) override;
  std::shared_ptr<const Plan> plan(NodeId node, AlternativeId alternative,
                                   const PathTree& tree) override;
  void arriving(const Execution& run, uint32_t choice, NodeId node,
                const Continuation& continuation, PathTree& tree) override;
  void forget(NodeId node) override { nodes_.erase(node); }

 private:
  // Where a sequence is to go in.
  struct Place {
    NodeId node = 0;
    uint32_t choice = 0;  // of the run at hand, which is at that node
  };

  void pass(const AddedRun& run, const PathTree& tree, std::vector<uint32_t>& fresh);
  void reverse(const AddedRun& run, const std::shared_ptr<const Source>& source,
               const Reversible& pair, Wishes& wishes);
  void insert(const Place& place, Sequence rest, bool foreign, Wishes& wishes);
  ThreadEdge* first_that_fits(NodeId node, const Sequence& sequence, const PathTree& tree);
  void leave_open(const Place& place, std::vector<PathStep> way, Wishes& wishes);
  void name_edges(NodeId node, const std::vector<PathStep>& way, const Sequence& rest,
                  const PathTree& tree);
  std::vector<Sleeper> asleep_at(NodeId node, const PathTree& tree);
  std::vector<Sleeper> asleep_behind(NodeId node, uint32_t thread, const PathTree& tree);
  static void wake(std::vector<Sleeper>& sleepers, uint32_t thread, const Footprint& operation);

  std::unordered_map<NodeId, RaceNode> nodes_;
};

// The race that a node lies behind, and the thread that was taken there.
PathTree::Edge race_above(NodeId node, const PathTree& tree) {
  PathTree::Edge edge = tree.above(node);
  while (edge.node != 0 && tree.kind(edge.node) != ChoiceKind::race) edge = tree.above(edge.node);
  return edge;
}

void WakeupTrees::wake(std::vector<Sleeper>& sleepers, uint32_t thread,
                       const Footprint& operation) {
  std::erase_if(sleepers, [&](const Sleeper& sleeper) {
    return sleeper.thread == thread || dependent(sleeper.operation, operation);
  });
}

// Threads whose next operation needs no try at this node: all that it leads to is explored.
std::vector<Sleeper> WakeupTrees::asleep_at(NodeId node, const PathTree& tree) {
  RaceNode& here = nodes_[node];
  std::vector<Sleeper> sleepers;
  if (here.was_passed) {
    sleepers = here.asleep;
  } else if (const PathTree::Edge above = race_above(node, tree); above.node != 0) {
    sleepers = asleep_behind(above.node, static_cast<uint32_t>(above.alternative), tree);
  }
  for (const PathTree::Alternative& alternative : tree.alternatives(node)) {
    if (alternative.state != PathTree::State::closed || alternative.why == Closed::elsewhere)
      continue;
    if (const ThreadEdge* edge = nodes_[node].find(static_cast<uint32_t>(alternative.alternative)))
      sleepers.push_back({edge->thread, edge->operation});
  }
  return sleepers;
}

std::vector<Sleeper> WakeupTrees::asleep_behind(NodeId node, uint32_t thread,
                                                const PathTree& tree) {
  std::vector<Sleeper> sleepers = asleep_at(node, tree);
  if (const ThreadEdge* edge = nodes_[node].find(thread)) wake(sleepers, thread, edge->operation);
  return sleepers;
}

// Gives the races along the run what is known of them. `fresh`: events whose race nobody had
// passed.
void WakeupTrees::pass(const AddedRun& run, const PathTree& tree, std::vector<uint32_t>& fresh) {
  const std::vector<Event>& events = run.study.events();
  for (uint32_t i = 0; i < events.size(); ++i) {
    const NodeId node = run.node_of(i);
    if (node == 0) return;
    if (!nodes_[node].was_passed) {
      std::vector<Sleeper> asleep;
      if (i > 0) asleep = asleep_behind(run.node_of(i - 1), events[i - 1].name, tree);
      nodes_[node].asleep = std::move(asleep);
      nodes_[node].was_passed = true;
      fresh.push_back(i);
    }
    RaceNode& here = nodes_[node];
    if (here.find(events[i].name) == nullptr)
      here.edges.push_back({events[i].name, events[i].operation, true, {}});
  }
}

void WakeupTrees::add(const AddedRun& run, Wishes& wishes) {
  std::vector<uint32_t> fresh;
  pass(run, wishes.tree(), fresh);
  for (const uint32_t event : fresh) {
    if (event == 0) continue;
    const ThreadEdge* edge =
        nodes_[run.node_of(event - 1)].find(run.study.events()[event - 1].name);
    if (edge->is_free) continue;
    for (const Sequence& sequence : std::vector<Sequence>(edge->anyway))
      insert({run.node_of(event), run.study.events()[event].race}, sequence, true, wishes);
  }
  if (run.study.reversible().empty()) return;
  const auto source = std::make_shared<const Source>(run.number, run.run);
  for (const Reversible& pair : run.study.reversible()) reverse(run, source, pair, wishes);
}

// The second event is to come before the first: after all that does not depend on the first.
void WakeupTrees::reverse(const AddedRun& run, const std::shared_ptr<const Source>& source,
                          const Reversible& pair, Wishes& wishes) {
  const NodeId node = run.node_of(pair.first);
  if (node == 0) return;
  const auto count = static_cast<uint32_t>(run.study.events().size());
  Sequence sequence{source, {}};
  for (uint32_t i = pair.first + 1; i < count; ++i)
    if (i != pair.second && !run.study.before(pair.first, i)) sequence.events.push_back(i);
  sequence.events.push_back(pair.second);
  for (const Sleeper& sleeper : asleep_at(node, wishes.tree()))
    if (sequence.may_begin_with(sleeper.thread, sleeper.operation)) return;
  insert({node, run.study.events()[pair.first].race}, std::move(sequence), false, wishes);
}

ThreadEdge* WakeupTrees::first_that_fits(NodeId node, const Sequence& sequence,
                                         const PathTree& tree) {
  for (const PathTree::Alternative& alternative : tree.alternatives(node)) {
    if (alternative.state == PathTree::State::closed) continue;
    ThreadEdge* edge = nodes_[node].find(static_cast<uint32_t>(alternative.alternative));
    if (edge != nullptr && sequence.may_begin_with(edge->thread, edge->operation)) return edge;
  }
  return nullptr;
}

// Whatever the operation at the end of the way finds is wanted.
void WakeupTrees::leave_open(const Place& place, std::vector<PathStep> way, Wishes& wishes) {
  wishes.ask({place.choice, std::move(way), {}});
}

// `foreign`: the sequence is of another run than the one at hand.
void WakeupTrees::insert(const Place& place, Sequence rest, bool foreign, Wishes& wishes) {
  const PathTree& tree = wishes.tree();
  const Piece piece = foreign ? rest.piece() : Piece{};
  std::vector<PathStep> way;
  std::vector<std::vector<PathStep>> to_open;  // ways to edges below which all is wanted
  NodeId node = place.node;
  while (node != 0) {
    ThreadEdge* edge = first_that_fits(node, rest, tree);
    if (edge == nullptr) break;
    if (edge->is_free) return;
    way.push_back(race_step(edge->thread));
    const size_t at = rest.find(edge->thread);
    const bool found = at < rest.events.size(), is_open = at + 1 == rest.events.size();
    if (found && rest.events.size() == 1) {
      edge->is_free = true;
      return leave_open(place, std::move(way), wishes);
    }
    const NodeId below = tree.child(node, edge->thread);
    std::vector<PathStep> outcomes;
    if (found && !is_open) rest.source->add_outcomes(rest.events[at], outcomes);
    if (found) rest.events.erase(rest.events.begin() + static_cast<std::ptrdiff_t>(at));
    if (!found || is_open) {
      const bool decides = below != 0 && tree.kind(below) != ChoiceKind::race;
      if (decides) {
        for (const Sequence& known : edge->anyway)
          if (known.covers(rest)) return;
        edge->anyway.push_back(std::move(rest));
        return leave_open(place, std::move(way), wishes);
      }
    }
    if (!edge->anyway.empty()) to_open.push_back(way);
    way.insert(way.end(), outcomes.begin(), outcomes.end());
    node = below;
    for (const PathStep& step : outcomes)
      if (node != 0) node = tree.child(node, step.alternative);
  }
  const std::vector<PathStep> tail = rest.way();
  way.insert(way.end(), tail.begin(), tail.end());
  std::vector<Piece> holds;
  if (foreign && !piece.choices.empty()) holds.push_back(piece);
  wishes.ask({place.choice, way, std::move(holds)});
  name_edges(place.node, way, rest, tree);
  for (std::vector<PathStep>& open : to_open) leave_open(place, std::move(open), wishes);
}

// The last steps of the way are those of `rest`: says what they are, at the nodes that were made.
void WakeupTrees::name_edges(NodeId node, const std::vector<PathStep>& way, const Sequence& rest,
                             const PathTree& tree) {
  const auto races = static_cast<size_t>(std::count_if(
      way.begin(), way.end(), [](auto& step) { return step.kind == ChoiceKind::race; }));
  size_t race = 0;
  for (const PathStep& step : way) {
    if (node == 0) return;
    if (step.kind == ChoiceKind::race) {
      const auto thread = static_cast<uint32_t>(step.alternative);
      if (race + rest.events.size() >= races && nodes_[node].find(thread) == nullptr) {
        const Event& event = rest.source->at(rest.events[race + rest.events.size() - races]);
        nodes_[node].edges.push_back({thread, event.operation, race + 1 == races, {}});
      }
      ++race;
    }
    node = tree.child(node, step.alternative);
  }
}

std::shared_ptr<const Plan> WakeupTrees::plan(NodeId node, AlternativeId alternative,
                                              const PathTree& tree) {
  PathTree::Edge edge{node, alternative};
  if (tree.kind(node) != ChoiceKind::race) edge = race_above(node, tree);
  if (edge.node == 0) return nullptr;
  const auto thread = static_cast<uint32_t>(edge.alternative);
  const std::vector<Sleeper> sleepers = asleep_behind(edge.node, thread, tree);
  auto plan = std::make_shared<Plan>();
  for (const Sleeper& sleeper : sleepers) plan->asleep.push_back(sleeper.thread);
  const ThreadEdge* known = nodes_[edge.node].find(thread);
  if (edge.node == node || known == nullptr || known->is_free) return plan;
  for (const Sequence& sequence : known->anyway) {
    std::vector<Sleeper> then = sleepers;
    for (const uint32_t event : sequence.events)
      wake(then, sequence.source->at(event).name, sequence.source->at(event).operation);
    Continuation& continuation = plan->continuations.emplace_back();
    continuation.holds = sequence.piece();
    continuation.way = sequence.way();
    for (const Sleeper& sleeper : then) continuation.asleep.push_back(sleeper.thread);
  }
  return plan;
}

// What the run did behind the flip becomes part of the wakeup tree, before the run itself does.
void WakeupTrees::arriving(const Execution& run, uint32_t choice, NodeId node,
                           const Continuation& continuation, PathTree& tree) {
  std::vector<PathStep> way;
  uint32_t at = choice;
  for (; at < run.choices.size() && run.choices[at].kind != ChoiceKind::race; ++at)
    if (is_real(run.choices[at]))
      way.push_back({run.choices[at].site, run.choices[at].kind, run.choices[at].taken});
  const size_t open = way.size();
  if (run.study == nullptr) return;
  std::vector<const Footprint*> operations;
  for (const PathStep& step : continuation.way) {
    while (at < run.choices.size() && !is_real(run.choices[at])) ++at;
    if (at >= run.choices.size()) return;
    const Choice& next = run.choices[at];
    if (PathStep{next.site, next.kind, next.taken} != step) return;
    if (next.kind == ChoiceKind::race)
      operations.push_back(&run.study->events()[run.study->event_of(at)].operation);
    way.push_back(step);
    ++at;
  }
  tree.expect(node, way, open);
  size_t race = 0;
  for (size_t i = 0; i < way.size() && node != 0; ++i) {
    if (way[i].kind == ChoiceKind::race) {
      const auto thread = static_cast<uint32_t>(way[i].alternative);
      if (nodes_[node].find(thread) == nullptr)
        nodes_[node].edges.push_back(
            {thread, *operations[race], race + 1 == operations.size(), {}});
      ++race;
    }
    node = tree.child(node, way[i].alternative);
  }
}

}  // namespace

std::unique_ptr<Reversals> make_wakeup_trees() {
  return std::make_unique<WakeupTrees>();
}

}  // namespace cuttle
