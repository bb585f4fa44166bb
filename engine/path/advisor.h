// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/path/path_tree.h"

namespace cuttle {

// A way that somebody wants to be run: it leaves the path of a run at one of its choices.
struct Wish {
  uint32_t choice = 0;  // index into the run's choices: a race (others open by themselves)
  std::vector<PathStep> way = {};  // its first step is an alternative of that choice
};

// Somebody who knows more about the paths of a campaign than the conditions say: which orders of
// events are worth trying, which states cannot fail. One or none per campaign; workers share it.
// docs/path-tree.md says when it is asked.
class Advisor {
 public:
  virtual ~Advisor() = default;

  // Before a run is booked, without a lock: how much of it belongs into the tree. `predicted` are
  // the choices that were prescribed; `bound` is what the campaign's own bounds allow.
  virtual PathEnd end_of(const Execution& run, uint32_t predicted, PathEnd bound) {
    (void)run, (void)predicted;
    return bound;
  }

  // While a run is booked, under the frontier's lock: only memory, and quick. `nodes` has one entry
  // per real choice of the run that is in the tree; all of them are still there. Returns the ways
  // that the run asks for at its choices.
  virtual std::vector<Wish> inserted(const Execution& run, std::span<const PathTree::NodeId> nodes,
                                     const PathTree& tree) {
    (void)run, (void)nodes, (void)tree;
    return {};
  }

  // Later, without a lock, by one caller at a time, in the order in which nodes were closed:
  // children before parents.
  virtual void closed(std::span<const PathTree::Closing> closings) { (void)closings; }
};

}  // namespace cuttle
