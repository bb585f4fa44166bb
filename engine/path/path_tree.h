// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/path/execution.h"
#include "engine/path/prediction.h"

namespace cuttle {

// The trie of all paths of a campaign, over the alternatives taken.
//
// It remembers only what is unexplored: an alternative whose subtree is done (run, infeasible or
// given up) is *closed*, and a node whose alternatives are all closed disappears into its parent.
// So memory follows the frontier, not the number of runs, and the empty tree means "all explored".
//
// It knows nothing of expressions: workers with different pools share one tree (under a lock of
// theirs).
class PathTree {
 public:
  // A node that is waiting for a flip. Stays valid while that alternative is pending or claimed;
  // afterwards claim() and close() notice and do nothing.
  using NodeId = uint64_t;

  struct Opened {
    uint32_t choice;            // index into the execution's choices
    AlternativeId alternative;  // kAnyOther for an open choice
    NodeId node;
  };
  enum class Verdict : uint8_t {
    fresh,      // a path nobody had run
    duplicate,  // ended where everything was explored already
    mismatch,   // does not fit the tree: the program is not deterministic
  };
  struct Insertion {
    Verdict verdict = Verdict::fresh;
    std::vector<Opened> opened;  // the new flips, in the order of the choices
  };

  PathTree();

  // Adds a run. Choices from `max_depth` on (0: no bound) are not part of the tree. `from` and
  // `from_choice` may name the node of a confirmed prediction: the walk starts there.
  Insertion insert(const Execution& run, uint64_t max_depth = 0, NodeId from = 0,
                   uint32_t from_choice = 0);

  // Adds a run of an earlier process again: only the alternatives in `pending` (choice index,
  // alternative; ascending) are opened, the rest counts as closed.
  Insertion restore(const Execution& run,
                    const std::vector<std::pair<uint32_t, AlternativeId>>& pending,
                    uint64_t max_depth = 0);

  // Takes a pending alternative for solving. False: somebody else arrived there by himself.
  bool claim(NodeId node, AlternativeId alternative);
  // The alternative is settled without a run (infeasible, undecided, dropped).
  void close(NodeId node, AlternativeId alternative);
  // Gives a claimed alternative back: it could not be tried now, or (kAnyOther) the flip led to one
  // more alternative and there may be others still. Returns false when the node is gone.
  bool release(NodeId node, AlternativeId alternative);

  bool all_closed() const;
  size_t node_count() const { return nodes_.size() - free_.size() - 1; }

 private:
  struct Slot {
    AlternativeId alternative;
    uint32_t child;  // a node, or one of the states below
  };
  // States of a slot that is not a node. Fresh: being inserted.
  static constexpr uint32_t kPending = ~0u, kClaimed = ~0u - 1, kClosed = ~0u - 2, kFresh = ~0u - 3;
  static bool is_node(uint32_t child) { return child < kFresh; }

  struct Node {
    uint32_t parent = 0;
    AlternativeId parent_alternative = 0;
    uint32_t generation = 0;
    SiteId site = 0;
    std::array<Slot, 2> first;  // most choices have two alternatives
    std::vector<Slot> more;
    uint32_t count = 0;

    Slot& slot(uint32_t i) { return i < 2 ? first[i] : more[i - 2]; }
    Slot* find(AlternativeId alternative);
    void add(Slot slot);
  };
  struct Walk;

  Insertion walk(const Execution& run, uint64_t max_depth, uint32_t node, uint32_t first_choice,
                 const std::vector<std::pair<uint32_t, AlternativeId>>* pending);
  uint32_t make_node(uint32_t parent, AlternativeId alternative, SiteId site);
  void fill(uint32_t node, const Execution& run, uint32_t index, Insertion& result,
            const std::vector<std::pair<uint32_t, AlternativeId>>* pending);
  void reopen(uint32_t node, uint32_t index,
              const std::vector<std::pair<uint32_t, AlternativeId>>& pending, Insertion& result);
  void close_slot(uint32_t node, AlternativeId alternative);
  NodeId handle(uint32_t node) const { return (uint64_t{nodes_[node].generation} << 32) | node; }
  Slot* resolve(NodeId node, AlternativeId alternative);

  std::vector<Node> nodes_;  // 0 is the root: one slot, the first choice of all runs
  std::vector<uint32_t> free_;
};

}  // namespace cuttle
