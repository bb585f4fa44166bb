// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "engine/path/execution.h"
#include "engine/path/prediction.h"

namespace cuttle {

// Why nothing is left to do behind an alternative.
enum class Closed : uint8_t {
  run,         // all that is behind it was run, or closed for one of these reasons
  infeasible,  // no input and no schedule goes there
  subsumed,    // what is behind it cannot show anything new
  elsewhere,   // not wanted here: it is explored from another place, if anybody asks for it
  given_up,    // we could not, or did not want to, decide or go there; a limitation says why
};

// How much of a run belongs into the tree, and why the rest does not.
struct PathEnd {
  uint64_t choices = ~uint64_t{0};
  Closed why = Closed::run;
};
// The whole run, or its first `max_depth` choices (0: no bound).
PathEnd end_within(const Execution& run, uint64_t max_depth);

// The trie of all paths of a campaign, over the alternatives taken.
//
//        choice 1 ── 0 ── choice 2 ── 0   run
//            │               └─────── 1   pending: somebody may claim() and try it
//            └────── 1   closed: infeasible
//
// It remembers only what is unexplored: an alternative whose subtree is done is *closed*, for a
// reason, and a node whose alternatives are all closed disappears into its parent. So memory
// follows the frontier, not the number of runs, and the empty tree means "all explored". Who wants
// to know of nodes that disappear asks it to tell of closings.
//
// Choices that a solver flips have all their alternatives open at once. With ordered races (for who
// explores schedules in an order that avoids repetitions) a race has none but the one taken, until
// prescribe() asks for more; of those, only the first that is not closed is pending, the others are
// *held* until their turn comes.
//
// It knows nothing of expressions: workers with different pools share one tree (under a lock of
// theirs).
class PathTree {
 public:
  // A node that is waiting for a flip. Stays valid while that alternative is pending or claimed;
  // afterwards claim() and close() notice and do nothing.
  using NodeId = uint64_t;

  // A flip that may be tried.
  struct Opened {
    uint32_t choice;            // index into the execution's choices; 0 when a turn came
    AlternativeId alternative;  // kAnyOther for an open choice
    NodeId node;
  };
  struct Slot {
    AlternativeId alternative;
    Closed why;
  };
  // A node whose alternatives are all closed, with the edge that led to it.
  struct Closing {
    NodeId node, parent;
    AlternativeId at;
    std::vector<Slot> alternatives;
  };
  struct Changes {
    std::vector<Opened> opened;   // held ones whose turn came
    std::vector<Closing> closed;  // children before parents; only with tell_closings()
  };
  enum class Verdict : uint8_t {
    fresh,      // a path nobody had run
    duplicate,  // ended where everything was explored already
    mismatch,   // does not fit the tree: the program is not deterministic
  };
  struct Insertion {
    Verdict verdict = Verdict::fresh;
    // The flip of an open choice took an alternative that another run had taken: two ways share a
    // number, or that run was not made for a flip.
    bool merged = false;
    std::vector<Opened> opened;  // the new flips, in the order of the choices
    // Open choices of others at which this run, on its own way, took an alternative that is new.
    std::vector<NodeId> joined;
    // Pending alternatives of others that this run took on its own way.
    std::vector<std::pair<NodeId, AlternativeId>> crossed;
    std::vector<NodeId> nodes;  // of arrive(), for who listens: one per real choice in the tree
    NodeId end_node = 0;        // where finish() closes
    AlternativeId end_alternative = 0;
    bool arrived = false;
  };

  PathTree();
  void order_races() { ordered_races_ = true; }
  void tell_closings() { telling_ = true; }

  // Adds a run. `from` and `from_choice` may name the node of a confirmed prediction: the walk
  // starts there.
  Insertion insert(const Execution& run, PathEnd end = {}, NodeId from = 0,
                   uint32_t from_choice = 0);
  // The same in two steps, for who looks at the path between them: the path's end stays open, and
  // so do all nodes along it, until finish().
  Insertion arrive(const Execution& run, PathEnd end, NodeId from, uint32_t from_choice);
  Changes finish(const Insertion& arrival, Closed why);

  // Adds a run of an earlier process again: only the alternatives in `pending` (choice index,
  // alternative; ascending) are opened, the rest counts as closed.
  using Pending = std::pair<uint32_t, AlternativeId>;
  Insertion restore(const Execution& run, const std::vector<Pending>& pending, PathEnd end = {});

  // All that is behind this alternative of an open choice was explored, by a run that is not added
  // again.
  void know(NodeId node, AlternativeId alternative);

  // Takes a pending alternative for trying. False: somebody else arrived there by himself.
  bool claim(NodeId node, AlternativeId alternative);
  // The alternative is settled without a run.
  Changes close(NodeId node, AlternativeId alternative, Closed why);
  // Gives a claimed alternative back: it could not be tried now, or (kAnyOther) the flip led to one
  // more alternative and there may be others still. Returns false when the node is gone.
  bool release(NodeId node, AlternativeId alternative);

  // Asks for a way that begins at `node`, a race: its first step is an alternative there, the
  // others what comes below. Nodes are made as prescribed; when a run passes them, their other
  // alternatives are `elsewhere`, and what follows the last step is open as usual. Reopens what is
  // `elsewhere`, never what is closed for another reason.
  enum class Prescribed : uint8_t {
    refused,  // the node is gone or no race, or what is asked for was explored
    known,    // it is there already. An edge that was to be passed is now an end: what it left
              // `elsewhere` right behind it is opened
    pending,  // the flip of `end` may be tried
    held,     // it may be tried when its turn comes: see Changes::opened
  };
  struct Edge {
    NodeId node = 0;
    AlternativeId alternative = 0;
  };
  Prescribed prescribe(NodeId node, std::span<const PathStep> way, Edge& end, Changes& changes);
  // For a run that is about to be added and was sent to `node`: the way that it took from there.
  // Behind the first `open` steps it is as if it had been prescribed.
  void expect(NodeId node, std::span<const PathStep> way, size_t open);

  // The steps from the first choice to `node`; nothing when it is gone.
  std::vector<PathStep> way(NodeId node) const;
  // The node behind an alternative, 0 when there is none; the edge that leads to a node, and what
  // kind of choice it is. The node itself must be there.
  NodeId child(NodeId node, AlternativeId alternative) const;
  Edge above(NodeId node) const;
  ChoiceKind kind(NodeId node) const { return nodes_[static_cast<uint32_t>(node)].kind; }
  // Where a run takes an alternative that nobody had taken; node 0 when there is no such place.
  struct Leaving {
    NodeId node = 0;
    uint32_t choice = 0;
    AlternativeId alternative = 0;
  };
  Leaving leaving(const Execution& run) const;
  // What is known of the alternatives of a node, in their order. Empty when it is gone.
  enum class State : uint8_t { pending, claimed, held, explored, closed };  // explored: in part
  struct Alternative {
    AlternativeId alternative;
    State state;
    Closed why;  // when it is closed
  };
  std::vector<Alternative> alternatives(NodeId node) const;

  bool all_closed() const;
  size_t node_count() const { return nodes_.size() - free_.size() - 1; }
  uint64_t pending() const { return pending_; }  // claimed and held ones included

 private:
  // What a slot leads to: a node, or one of these. Fresh: being inserted. Arrived: the end of a
  // path that is not finished.
  static constexpr uint32_t kPending = ~0u, kClaimed = ~0u - 1, kHeld = ~0u - 2, kFresh = ~0u - 3,
                            kArrived = ~0u - 4, kFirstClosed = ~0u - 15, kLastNode = ~0u - 16;
  static bool is_node(uint32_t child) { return child <= kLastNode; }
  static bool is_closed(uint32_t child) { return child >= kFirstClosed && child < kArrived; }
  static uint32_t closed(Closed why) { return kFirstClosed + static_cast<uint32_t>(why); }
  static Closed reason(uint32_t child) { return static_cast<Closed>(child - kFirstClosed); }
  static bool counts(uint32_t child) {
    return child == kPending || child == kClaimed || child == kHeld;
  }

  struct Further {
    AlternativeId alternative;
    uint32_t child;
  };
  // Most choices have two alternatives, so that there is room for two.
  struct Node {
    uint32_t parent = 0;
    uint32_t generation = 0;
    AlternativeId parent_alternative = 0;
    std::array<AlternativeId, 2> alternatives{};
    std::array<uint32_t, 2> children{};
    std::unique_ptr<std::vector<Further>> more;
    SiteId site = 0;
    uint32_t count = 0;
    ChoiceKind kind = ChoiceKind::branch;
    bool prescribed = false;  // nobody has passed yet
    bool inner = false;       // prescribed, and not after the last step

    AlternativeId alternative(uint32_t i) const {
      return i < 2 ? alternatives[i] : (*more)[i - 2].alternative;
    }
    uint32_t& child(uint32_t i) { return i < 2 ? children[i] : (*more)[i - 2].child; }
    uint32_t child(uint32_t i) const { return i < 2 ? children[i] : (*more)[i - 2].child; }
    uint32_t* find(AlternativeId wanted);
    void add(AlternativeId alternative, uint32_t child);
    void move_to_end(AlternativeId alternative);
  };

  bool listens() const { return ordered_races_ || telling_; }
  bool is_ordered(const Node& node) const {
    return ordered_races_ && node.kind == ChoiceKind::race;
  }
  Insertion walk(const Execution& run, PathEnd end, uint32_t node, uint32_t first_choice,
                 const std::vector<Pending>* pending);
  void take(uint32_t node, AlternativeId alternative, Insertion& result, bool own);
  uint32_t make_node(uint32_t parent, AlternativeId alternative, SiteId site, ChoiceKind kind);
  void fill(uint32_t node, const Execution& run, uint32_t index, Insertion& result,
            const std::vector<Pending>* pending);
  void reopen(uint32_t node, uint32_t index, const std::vector<Pending>& pending,
              Insertion& result);
  std::vector<NodeId> nodes_above(uint32_t node) const;
  void set(uint32_t& child, uint32_t state);
  void close_slot(uint32_t node, AlternativeId alternative, Closed why, Changes& changes);
  void remove(uint32_t node, Changes& changes);
  bool has_turn(uint32_t node, AlternativeId alternative) const;
  void give_turns(uint32_t node, Changes& changes);
  Prescribed make_end(uint32_t node, AlternativeId alternative, Edge& end);
  void open_end(uint32_t node, Changes& changes);
  NodeId handle(uint32_t node) const { return (uint64_t{nodes_[node].generation} << 32) | node; }
  bool is_there(NodeId node) const;
  uint32_t* resolve(NodeId node, AlternativeId alternative);
  uint32_t prescribe_node(uint32_t parent, const PathStep& step, const PathStep& next);

  std::vector<Node> nodes_;  // 0 is the root: one slot, the first choice of all runs
  std::vector<uint32_t> free_;
  uint64_t pending_ = 0;
  bool ordered_races_ = false;
  bool telling_ = false;
};

}  // namespace cuttle
