// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/path/path_tree.h"
#include "engine/path/plan.h"

namespace cuttle {

struct Summary;

// A way that somebody wants to be run: it leaves the path of a run at one of its choices.
struct Wish {
  uint32_t choice = 0;  // index into the run's choices: a race (others open by themselves)
  std::vector<PathStep> way = {};  // its first step is an alternative of that choice
  std::vector<Piece> holds = {};   // of other runs, whose steps are part of the way
};

// Takes wishes, and grants them at once.
class Wishes {
 public:
  virtual ~Wishes() = default;
  virtual void ask(Wish wish) = 0;
  virtual const PathTree& tree() const = 0;
};

// A worker's attempt to finish what is behind a choice, run by run: where it has been.
struct Pursuit {
  std::set<std::pair<uint64_t, uint32_t>> seen;  // an advisor's own names of places
};

// How an advisor on orders of threads works on flips and runs.
class OrderAdvisor {
 public:
  virtual ~OrderAdvisor() = default;
  // Right after a run, without a lock: may add what it makes of it to the execution. `place_of`
  // says where a site is.
  virtual void look_at(Execution& run, const std::function<std::string(SiteId)>& place_of) = 0;
  // When a flip is claimed, under the frontier's lock: how it is to be tried. Null: as usual.
  virtual std::shared_ptr<const Plan> plan(PathTree::NodeId node, AlternativeId alternative,
                                           const PathTree& tree) = 0;
  // A run for a flip with this continuation is about to be added, under the frontier's lock.
  virtual void arriving(const Execution& run, uint32_t choice, PathTree::NodeId node,
                        const Continuation& continuation, PathTree& tree) = 0;
};

// Which flips an advisor finds worth trying, and when. All without a lock.
class FlipAdvisor {
 public:
  virtual ~FlipAdvisor() = default;
  // Before a flip is tried: can nothing new be behind it? Then it is closed as subsumed. `later`:
  // when everything else was tried, more will be known.
  enum class Advice : uint8_t { try_it, subsumed, later };
  virtual Advice advise(PathTree::NodeId node, AlternativeId alternative) = 0;
  // After a run was booked, once: should its flips, the last one first, be tried before the
  // strategy's? Only where is_half_done() at their node. False ends the pursuit.
  virtual bool pursue(const Execution& run, uint32_t predicted, Pursuit& pursuit) = 0;
  virtual bool is_half_done(PathTree::NodeId node) = 0;
  // When a campaign goes on, all runs of the earlier process are shown again. Why was a flip
  // settled there without a run?
  enum class Settled : uint8_t { infeasible, subsumed, unknown };
  virtual Settled settled_before(PathTree::NodeId node, AlternativeId alternative) = 0;
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

  // While the run of this number is booked, under the frontier's lock: only memory, and quick.
  // `nodes` has one entry per real choice of the run that is in the tree; all of them are still
  // there. Asks for the ways that should leave the run at its choices.
  virtual void inserted(uint64_t number, const Execution& run,
                        std::span<const PathTree::NodeId> nodes, Wishes& wishes) {
    (void)number, (void)run, (void)nodes, (void)wishes;
  }

  // Later, without a lock, by one caller at a time, in the order in which nodes were closed:
  // children before parents.
  virtual void closed(std::span<const PathTree::Closing> closings) { (void)closings; }

  // What the advisor has to say of the campaign so far.
  virtual void add_to(Summary& summary) const { (void)summary; }

  // Abilities; null: the advisor has it not. The answers do not change. One on orders is not asked
  // anything before a run with a race comes.
  virtual OrderAdvisor* on_orders() { return nullptr; }
  virtual FlipAdvisor* on_flips() { return nullptr; }
};

}  // namespace cuttle
