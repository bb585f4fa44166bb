// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "engine/explore/booked.h"
#include "engine/path/advisor.h"

namespace cuttle {

// The wishes of an advisor: they become flips, now or when their turn comes. Belongs to the
// frontier, whose lock is held.
class Turns {
 public:
  explicit Turns(PathTree& tree) : tree_(tree) {}

  // A run was added: what does the advisor want to leave it at its choices?
  void ask(Advisor& advisor, uint64_t run, const Execution& execution,
           const PathTree::Insertion& arrival, Booked& booked);
  // What changed in the tree becomes parcels; flips that no record has yet are `prescribed`, where
  // somebody wants to know. The nodes that closed stay in `changes`.
  void note(const PathTree::Changes& changes, std::vector<Parcel>& parcels,
            std::vector<StoredFlip>* prescribed);

 private:
  class Granter;
  using Edge = std::pair<PathTree::NodeId, AlternativeId>;

  PathTree& tree_;
  std::map<Edge, Parcel> held_;
  std::map<PathTree::NodeId, std::pair<uint64_t, uint32_t>> passed_;  // a run, its choice there
};

}  // namespace cuttle
