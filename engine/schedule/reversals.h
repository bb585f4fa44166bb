// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "engine/path/advisor.h"
#include "engine/schedule/study.h"

namespace cuttle {

// A run with threads that was just added to the path tree.
struct AddedRun {
  uint64_t number = 0;
  const Execution& run;
  const Study& study;
  std::span<const PathTree::NodeId> nodes;  // one per real choice in the tree

  // The node of an event's race; 0 when it is not in the tree.
  PathTree::NodeId node_of(uint32_t event) const { return event_nodes[event]; }
  std::vector<PathTree::NodeId> event_nodes;
};

// Which orders of events are tried: what a run shows to be missing is asked for here, remembered,
// and explained when its turn comes. All calls are under the frontier's lock. docs/schedules.md
// says what each scheme guarantees.
class Reversals {
 public:
  virtual ~Reversals() = default;
  virtual void add(const AddedRun& run, Wishes& wishes) = 0;
  virtual std::shared_ptr<const Plan> plan(PathTree::NodeId node, AlternativeId alternative,
                                           const PathTree& tree) {
    (void)node, (void)alternative, (void)tree;
    return nullptr;
  }
  virtual void arriving(const Execution& run, uint32_t choice, PathTree::NodeId node,
                        const Continuation& continuation, PathTree& tree) {
    (void)run, (void)choice, (void)node, (void)continuation, (void)tree;
  }
  virtual void forget(PathTree::NodeId node) { (void)node; }
};

// Source sets and wakeup trees: each class of equivalent runs once.
std::unique_ptr<Reversals> make_wakeup_trees();
// The paper's: at the first event of a race, one other thread that could have run.
std::unique_ptr<Reversals> make_flips();

}  // namespace cuttle
