// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <vector>

#include "engine/explore/booked.h"

namespace cuttle {

// Runs that came by the flips of others: those that were made for no flip (tests of the user), and
// those that lost their way. Belongs to the frontier, whose lock is held.
class Strays {
 public:
  // A run was added. The user's own tests (`has_no_flip`) may take what an earlier one of them has
  // opened: then that is no flip any more, or one alternative less of an open choice.
  void note(uint64_t run, bool has_no_flip, const PathTree::Insertion& arrival, Booked& booked);
  // Flips of an earlier process were put into the tree, and such runs will follow.
  void note(const Parcel& parcel, const std::vector<PathTree::Opened>& opened);
  // The runs that came by an open choice since somebody asked.
  std::vector<uint64_t> take_joined(PathTree::NodeId node);

 private:
  // Who opened what.
  struct Opener {
    uint64_t run = 0;
    uint32_t choice = 0;
    std::vector<uint64_t> siblings = {};  // of an open choice, as they were restored
  };
  std::map<PathTree::NodeId, Opener> openers_;
  std::map<PathTree::NodeId, std::vector<uint64_t>> joined_;
};

}  // namespace cuttle
