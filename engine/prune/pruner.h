// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <mutex>
#include <set>

#include "engine/path/advisor.h"
#include "engine/prune/backward.h"
#include "engine/prune/describe.h"
#include "engine/prune/entries.h"
#include "engine/report/summary.h"

namespace cuttle {

// Learns from runs which states cannot fail, and ends paths that come into such states.
//
// Each node of the path tree is annotated when it is closed: from what must hold behind its arms
// (weakest preconditions, over all steps of the run, also those that no input decides) follows what
// must hold before it. An arm is *full* when all behind it was run, is infeasible or subsumed, and
// *half* when something was given up or is not known; only full nodes make entries, and only
// entries end paths. What ends a run in a failure that is reported needs no condition: it is known.
//
// All workers share one, behind one lock.
class Pruner final : public Advisor, public FlipAdvisor {
 public:
  using MakeSolver = std::function<std::unique_ptr<Solver>(ExprPool&)>;
  Pruner(std::unique_ptr<Stepper> stepper, const MakeSolver& solver, bool confirms);

  PathEnd end_of(const Execution& run, uint32_t predicted, PathEnd bound) override;
  void inserted(uint64_t number, const Execution& run, std::span<const PathTree::NodeId> nodes,
                Wishes& wishes) override;
  void closed(std::span<const PathTree::Closing> closings) override;
  Advice advise(PathTree::NodeId node, AlternativeId alternative) override;
  bool pursue(const Execution& run, uint32_t predicted, Pursuit& pursuit) override;
  bool is_half_done(PathTree::NodeId node) override;
  FlipAdvisor* on_flips() override { return this; }

  Settled settled_before(PathTree::NodeId node, AlternativeId alternative) override;

  void add_to(Summary& summary) const override;

  // What must hold at the beginning, so that nothing fails that is not reported; null: that is not
  // known. It holds.
  SharedClauses root() const;
  // What was learnt, for people.
  AnnotatedGraph graph();

 private:
  struct Annotation {
    SharedClauses clauses;  // null: half
  };
  // What a run did, and where its choices are among its steps.
  struct Trace {
    Trace(StateVariables& variables, Stepper& stepper, RunSteps steps)
        : history(variables, stepper, std::move(steps)) {}
    History history;
    uint32_t choices_end = 0;             // real choices with an index below have a step
    std::vector<uint32_t> step_of;        // by real choice, in order
    uint32_t end = 0;                     // steps that belong to the path
    std::string why = {};                 // when the run has more of them
    std::vector<PathTree::NodeId> nodes;  // of those choices
    Annotation tail;                      // before the first step behind the last real choice
    uint32_t tail_begin = 0;
  };
  using SharedTrace = std::shared_ptr<Trace>;
  struct Node {
    SharedTrace trace;
    uint32_t step = 0;   // whose arms the node decides among
    uint32_t begin = 0;  // the first step behind the node above
  };
  using Edge = std::pair<PathTree::NodeId, AlternativeId>;

  SharedTrace read(const Execution& run);
  // Is this run not worth looking at, because nothing was learnt from many before?
  bool rests();
  void weigh(const Trace& trace);
  void match_choices(const Execution& run, Trace& trace);
  bool is_proved(Trace& trace, uint32_t step);
  // What must hold where step `begin` begins, so that `clauses` hold where step `end` does.
  Annotation back(Trace& trace, uint32_t begin, uint32_t end, SharedClauses clauses);
  SharedClauses before(Trace& trace, uint32_t step, std::span<const SharedClauses> behind);
  SharedClauses concrete_step(Trace& trace, uint32_t step, const SharedClauses& behind);
  SharedClauses unreachable(const Arm& arm);
  // Makes entries of a point from where straight code leads from it.
  void extend(PointId point, unsigned most = 8);
  SharedClauses covered_between(Trace& trace, uint32_t begin, uint32_t& end);
  void strengthen(Trace& trace, uint32_t step, ClauseSet& set);
  Annotation annotate(const PathTree::Closing& closing, Node& node);
  bool behind_arm(const PathTree::Closing& closing, Node& node, uint32_t arm, SharedClauses& out);

  // --- Loops without bound (induction.cpp) ------------------------------------------------------
  // A point that the path passed twice before step `end`, where an input decides what comes next.
  struct Loop {
    PointId point = 0;
    uint32_t first = 0, second = 0;  // steps
  };
  static constexpr uint64_t kFirstRest = 64;  // runs
  static constexpr uint32_t kMostRounds = 4;  // of a loop without an invariant, before others
  // Should a flip behind a second visit be tried when everything else was?
  bool waits(const Edge& flip, const Trace& trace, const Loop& loop, uint32_t step);
  std::optional<Loop> loop_before(Trace& trace, uint32_t end) const;
  void find_invariant(Trace& trace, const Loop& loop);
  // What must hold at the loop's first visit, if `invariant` is enough at all later ones.
  SharedClauses assuming(Trace& trace, const Loop& loop, const SharedClauses& invariant);
  SharedClauses assuming_below(PathTree::NodeId id, const Loop& loop,
                               const SharedClauses& invariant);
  SharedClauses assuming_behind(PathTree::NodeId id, const Arm& arm, const Loop& loop,
                                const SharedClauses& invariant);
  bool implies(const ClauseSet& strong, const ClauseSet& weak);

  void forget_all(const Trace& trace, uint32_t step);
  void note_barrier(const Trace& trace, uint32_t step, const std::string& why);

  mutable std::mutex mutex_;
  const std::unique_ptr<Stepper> stepper_;
  const bool confirms_;
  ExprPool pool_;
  StateVariables variables_{pool_};
  const std::unique_ptr<Solver> solver_;
  Clauses clauses_;
  Backward backward_{variables_, clauses_};
  Entries entries_;
  Subsumption subsumption_{pool_, *solver_, entries_};
  const SharedClauses nothing_ = std::make_shared<ClauseSet>();
  const SharedClauses false_ = std::make_shared<ClauseSet>(1);
  SharedTrace current_;                             // of the run that is being booked
  std::map<const Execution*, SharedTrace> recent_;  // until somebody asks whether to pursue it
  std::map<PathTree::NodeId, Node> nodes_;
  std::map<Edge, Annotation> annotations_;
  std::map<Edge, PathTree::NodeId> below_;  // nodes that are not closed
  std::map<Edge, uint32_t> put_off_;  // flips that may be covered by an invariant later: how often
  std::set<PointId> endless_;  // loops of which no invariant was found when all else was done
  std::map<PointId, uint64_t> attempts_;        // at an invariant: how many nodes were closed then
  std::set<std::pair<PointId, PointId>> ways_;  // between points, that runs took
  uint64_t closings_ = 0;
  std::set<std::string> reported_;  // keys of bugs
  // Since something was learnt the last time; and for how many runs to rest, now and the next time.
  uint64_t gains_ = 0, idle_runs_ = 0, idle_steps_ = 0;
  uint64_t resting_ = 0, next_rest_ = kFirstRest;
  bool mistaken_ = false;
  bool assuming_ = false;  // nothing that is computed now may be kept
  Annotation root_;
  PruneStatistics statistics_;
  std::map<std::string, uint64_t> barriers_;
};

}  // namespace cuttle
