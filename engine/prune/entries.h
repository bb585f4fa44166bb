// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <unordered_map>

#include "engine/prune/clauses.h"
#include "engine/prune/history.h"
#include "engine/solver/solver.h"

namespace cuttle {

// A full interpolant: no run that passes the point in such a state shows a failure that is not
// reported already.
struct Entry {
  SharedClauses clauses;
  uint64_t subsumed = 0;   // paths that ended here because of it
  size_t failed_last = 0;  // the clause that did not hold the last time: to be tried first
};

// What is known of the points of a program: the newest interpolants of each.
class Entries {
 public:
  static constexpr size_t kMost = 16;  // per point

  // False: it says nothing new.
  bool add(PointId point, SharedClauses clauses);
  std::deque<Entry>* at(PointId point);
  // The one that says least of the state; nothing: none is known.
  SharedClauses weakest(PointId point) const;
  uint64_t count() const { return count_; }
  const std::unordered_map<PointId, std::deque<Entry>>& all() const { return entries_; }

 private:
  std::unordered_map<PointId, std::deque<Entry>> entries_;
  uint64_t count_ = 0;  // that were ever made
};

// Does every state in which a run may pass a point satisfy one of its entries?
class Subsumption {
 public:
  Subsumption(ExprPool& pool, Solver& solver, Entries& entries)
      : pool_(pool), solver_(solver), entries_(entries) {}

  // For the run itself, where step `at` begins.
  SharedClauses covers(History& run, uint32_t at);
  // For runs that leave it behind step `at` by another arm.
  SharedClauses covers_arm(History& run, uint32_t at, const Arm& arm);
  // Can a run that comes to step `at` take this arm? True when nobody knows.
  bool may_take(History& run, uint32_t at, const Arm& arm);

 private:
  struct State {
    History& run;
    uint32_t at;                         // for the cells
    std::span<const ExprId> conditions;  // of those who come there
    ExprId further = {};                 // one more of them
    bool own = true;                     // the run itself is one of them
  };
  SharedClauses covering(const State& state, PointId point);
  bool holds(const State& state, Entry& entry);
  // None: it surely fails. True: it surely holds. Otherwise what must be impossible.
  ExprId failing(const State& state, const Clause& clause);
  bool impossible(const State& state, ExprId condition);

  ExprPool& pool_;
  Solver& solver_;
  Entries& entries_;
};

}  // namespace cuttle
