// SPDX-License-Identifier: Apache-2.0
#include "engine/prune/pruner.h"

#include <algorithm>

namespace cuttle {
namespace {

constexpr size_t kMostClauses = 200;             // of one interpolant; beyond it becomes stronger
constexpr size_t kMostRecent = 256;              // runs of all workers that are just being booked
constexpr size_t kMostWays = 20'000;             // of the picture
constexpr size_t kMostExpressions = 20'000'000;  // beyond it nothing more is learnt

}  // namespace

Pruner::Pruner(std::unique_ptr<Stepper> stepper, const MakeSolver& solver, bool confirms)
    : stepper_(std::move(stepper)),
      confirms_(confirms),
      solver_(solver(pool_)),
      clauses_(variables_, [this](ExprId condition) {
        Query query;
        query.goal = condition;
        return solver_->check(query).answer != Answer::unsat;
      }) {}

Pruner::SharedTrace Pruner::read(const Execution& run) {
  auto trace = std::make_shared<Trace>(variables_, *stepper_, stepper_->steps_of(run, variables_));
  match_choices(run, *trace);
  PointId last = 0;
  for (const ProgramStep& step : trace->history.steps()) {
    if (step.point == 0) continue;
    if (last != 0 && ways_.size() < kMostWays) ways_.emplace(last, step.point);
    last = step.point;
  }
  return trace;
}

// Every choice of the path must be made by a step, in order; from the first that is not, nothing is
// known.
void Pruner::match_choices(const Execution& run, Trace& trace) {
  const auto& steps = trace.history.steps();
  uint32_t next = 0;
  const auto skip_formalities = [&] {
    while (next < run.choices.size() && !is_real(run.choices[next])) ++next;
  };
  skip_formalities();
  trace.end = trace.history.usable();
  trace.why = trace.history.why();
  const auto cut = [&](uint32_t at, const char* why) {
    trace.end = at;
    trace.why = why;
  };
  for (uint32_t i = 0; i < trace.end; ++i) {
    const uint32_t choice = steps[i].choice;
    if (choice == ProgramStep::kNoChoice || choice < next || !is_real(run.choices[choice])) {
      if (!is_proved(trace, i)) cut(i, "a value was taken for a condition that others may change");
      continue;
    }
    if (choice != next) {
      cut(i, "a choice of the run that no step makes");
      break;
    }
    trace.step_of.push_back(i);
    ++next;
    skip_formalities();
  }
  trace.choices_end = next;
  if (trace.history.reaches_end() && next < run.choices.size()) --trace.end;
}

// Does every run that makes the same choices leave the step by the same arm? Otherwise what comes
// behind it belongs to this run alone, not to the path.
bool Pruner::is_proved(Trace& trace, uint32_t index) {
  if (!trace.history.depends_on_reads(index)) return true;
  const ProgramStep& step = trace.history.steps()[index];
  for (uint32_t i = 0; i < step.arms.size(); ++i)
    if (i != step.taken && !step.arms[i].harmless &&
        subsumption_.may_take(trace.history, index, step.arms[i]))
      return false;
  return true;
}

PathEnd Pruner::end_of(const Execution& run, uint32_t predicted, PathEnd bound) {
  std::lock_guard lock(mutex_);
  current_.reset();
  if (mistaken_ || pool_.size() > kMostExpressions || rests()) return bound;
  const SharedTrace trace = read(run);
  weigh(*trace);
  const auto& steps = trace->history.steps();
  const bool ended = run.outcome.kind != Outcome::Kind::lost && !run.truncated;
  const bool whole = trace->end == steps.size() && trace->history.reaches_end() && ended &&
                     bound.why == Closed::run && bound.choices >= run.choices.size();
  // Points before the predicted choice were looked at when the run's parent was booked.
  uint32_t passed = 0, at = 0;
  SharedClauses clauses;
  PathEnd end = bound;
  for (; at < trace->end && at < steps.size(); ++at) {
    if (passed >= bound.choices) break;
    if (passed >= predicted && (clauses = subsumption_.covers(trace->history, at))) break;
    if (steps[at].choice != ProgramStep::kNoChoice) passed = std::max(passed, steps[at].choice + 1);
  }
  const bool contradicts = clauses && run.outcome.is_bug() && !reported_.contains(run.outcome.key);
  if (run.outcome.is_bug()) reported_.insert(run.outcome.key);
  if (contradicts) {
    forget_all(*trace, at);
    clauses = nullptr;
  }
  if (clauses) {
    end = {passed, Closed::subsumed};
    ++statistics_.subsumed;
    std::erase_if(trace->step_of, [&](uint32_t step) { return step >= at; });
  } else if (whole) {
    clauses = nothing_;
    at = trace->end;
  } else if (ended && !trace->why.empty()) {
    note_barrier(*trace, trace->end, trace->why);
  }
  trace->end = at;
  trace->tail_begin = trace->step_of.empty() ? 0 : trace->step_of.back() + 1;
  if (clauses) trace->tail = back(*trace, trace->tail_begin, at, clauses);
  current_ = trace;
  if (recent_.size() > kMostRecent) recent_.clear();
  recent_[&run] = trace;
  return end;
}

// A run failed in a new way behind a state from which nothing should: what a step does was
// misunderstood somewhere. Never trust it again.
void Pruner::forget_all(const Trace& trace, uint32_t step) {
  note_barrier(trace, step, "an interpolant was wrong, and all were forgotten");
  entries_ = {};
  annotations_.clear();
  mistaken_ = true;
}

void Pruner::inserted(uint64_t, const Execution&, std::span<const PathTree::NodeId> nodes,
                      Wishes&) {
  std::lock_guard lock(mutex_);
  const SharedTrace trace = std::exchange(current_, nullptr);
  if (!trace) return;
  trace->nodes.assign(nodes.begin(), nodes.end());
  for (size_t i = 1; i < nodes.size() && i <= trace->step_of.size(); ++i) {
    const ProgramStep& above = trace->history.steps()[trace->step_of[i - 1]];
    below_[{nodes[i - 1], above.arms[above.taken].alternative}] = nodes[i];
  }
  uint32_t begin = 0;
  for (size_t i = 0; i < nodes.size() && i < trace->step_of.size(); ++i) {
    nodes_.try_emplace(nodes[i], Node{trace, trace->step_of[i], begin});
    begin = trace->step_of[i] + 1;
  }
  // With fewer steps than nodes the run passed something unknown: its end says nothing.
  if (nodes.size() != trace->step_of.size()) return;
  if (nodes.empty()) {
    root_ = trace->tail;
  } else {
    const ProgramStep& last = trace->history.steps()[trace->step_of.back()];
    annotations_[{nodes.back(), last.arms[last.taken].alternative}] = trace->tail;
  }
}

void Pruner::closed(std::span<const PathTree::Closing> closings) {
  std::lock_guard lock(mutex_);
  for (const PathTree::Closing& closing : closings) {
    Annotation annotation;
    if (const auto node = nodes_.find(closing.node); node != nodes_.end()) {
      annotation = annotate(closing, node->second);
      nodes_.erase(node);
    }
    for (const PathTree::Slot& slot : closing.alternatives)
      annotations_.erase({closing.node, slot.alternative});
    for (const PathTree::Slot& slot : closing.alternatives)
      put_off_.erase({closing.node, slot.alternative});
    below_.erase({closing.parent, closing.at});
    ++closings_;
    annotation.clauses ? ++statistics_.full_interpolants : ++statistics_.half_interpolants;
    if (static_cast<uint32_t>(closing.parent) == 0)
      root_ = annotation;
    else
      annotations_[{closing.parent, closing.at}] = annotation;
  }
}

void Pruner::extend(PointId point, unsigned most) {
  if (point == 0 || most == 0 || mistaken_ || entries_.at(point) != nullptr) return;
  const std::optional<StraightStep> straight = stepper_->straight(point, variables_);
  if (!straight) return;
  extend(straight->next, most - 1);
  const std::deque<Entry>* behind = entries_.at(straight->next);
  if (behind == nullptr) return;
  std::vector<SharedClauses> known;
  for (const Entry& entry : *behind) known.push_back(entry.clauses);
  for (auto clauses = known.rbegin(); clauses != known.rend(); ++clauses) {
    const ClauseSet* sets[] = {clauses->get()};
    ClauseSet before = backward_.through(straight->step, sets);
    if (!is_false(before) && before.size() <= kMostClauses)
      entries_.add(point, std::make_shared<const ClauseSet>(std::move(before)));
  }
}

SharedClauses Pruner::unreachable(const Arm& arm) {
  if (arm.harmless) return nothing_;
  if (!assuming_) extend(arm.target);
  const SharedClauses known = entries_.weakest(arm.target);
  return known ? known : false_;
}

// What must hold behind one arm of a node; false: that is not known.
bool Pruner::behind_arm(const PathTree::Closing& closing, Node& node, uint32_t index,
                        SharedClauses& out) {
  const Arm& arm = node.trace->history.steps()[node.step].arms[index];
  if (const auto known = annotations_.find({closing.node, arm.alternative});
      known != annotations_.end()) {
    out = known->second.clauses;
    return out != nullptr;
  }
  const auto slot = std::find_if(closing.alternatives.begin(), closing.alternatives.end(),
                                 [&](auto& s) { return s.alternative == arm.alternative; });
  if (arm.harmless) {
    out = nothing_;
    return true;
  }
  // What was never opened may have been decided by an earlier choice.
  const bool infeasible = (slot != closing.alternatives.end() && slot->why == Closed::infeasible) ||
                          !subsumption_.may_take(node.trace->history, node.step, arm);
  if (infeasible) out = unreachable(arm);
  return infeasible;
}

Pruner::Annotation Pruner::annotate(const PathTree::Closing& closing, Node& node) {
  const ProgramStep& step = node.trace->history.steps()[node.step];
  std::vector<SharedClauses> behind(step.arms.size());
  for (uint32_t i = 0; i < behind.size(); ++i)
    if (!behind_arm(closing, node, i, behind[i])) {
      // An entry that was made since may cover the path above all that is not known.
      uint32_t at = node.step + 1;
      const SharedClauses known = covered_between(*node.trace, node.begin, at);
      return known ? back(*node.trace, node.begin, at, known) : Annotation{};
    }
  return back(*node.trace, node.begin, node.step, before(*node.trace, node.step, behind));
}

SharedClauses Pruner::before(Trace& trace, uint32_t index, std::span<const SharedClauses> behind) {
  const ProgramStep& step = trace.history.steps()[index];
  std::vector<const ClauseSet*> sets;
  for (const SharedClauses& set : behind) sets.push_back(set.get());
  ClauseSet result = backward_.through(step, sets);
  if (result.size() > kMostClauses) strengthen(trace, index, result);
  auto shared = std::make_shared<const ClauseSet>(std::move(result));
  if (step.point != 0 && !assuming_ && !mistaken_ && !is_false(*shared))
    entries_.add(step.point, shared);
  return shared;
}

// One condition that holds here instead of a clause that contains it: always allowed, and the
// state of the run still satisfies it.
void Pruner::strengthen(Trace& trace, uint32_t index, ClauseSet& set) {
  for (Clause& clause : set) {
    for (ExprId e : clause) {
      const auto variables = pool_.variables_of(e);
      const bool bound = std::any_of(variables.begin(), variables.end(), [&](VarId v) {
        return variables_.kind(v) == StateVariables::Kind::any;
      });
      if (bound || !trace.history.holds(trace.history.in_state(e, index))) continue;
      clause.assign(1, e);
      break;
    }
  }
  clauses_.simplify(set);
}

// A step that no input decides; its other arms are only taken in other states.
SharedClauses Pruner::concrete_step(Trace& trace, uint32_t index, const SharedClauses& behind) {
  const ProgramStep& step = trace.history.steps()[index];
  std::vector<SharedClauses> arms(std::max<size_t>(1, step.arms.size()), behind);
  for (uint32_t i = 0; i < step.arms.size(); ++i) {
    if (i == step.taken) continue;
    const Arm& arm = step.arms[i];
    if (!arm.harmless && subsumption_.may_take(trace.history, index, arm)) return nullptr;
    arms[i] = unreachable(arm);
  }
  return before(trace, index, arms);
}

Pruner::Annotation Pruner::back(Trace& trace, uint32_t begin, uint32_t end, SharedClauses clauses) {
  for (uint32_t i = end; i-- > begin && clauses;) {
    clauses = concrete_step(trace, i, clauses);
    if (!clauses)
      note_barrier(trace, i, "a value was taken for a condition that others may change");
  }
  return {std::move(clauses)};
}

// The last step in this range whose state an entry covers.
SharedClauses Pruner::covered_between(Trace& trace, uint32_t begin, uint32_t& end) {
  while (end > begin)
    if (SharedClauses known = subsumption_.covers(trace.history, --end)) return known;
  return nullptr;
}

FlipAdvisor::Advice Pruner::advise(PathTree::NodeId id, AlternativeId alternative) {
  std::lock_guard lock(mutex_);
  const auto found = nodes_.find(id);
  if (found == nodes_.end()) return Advice::try_it;
  Node& node = found->second;
  uint32_t at = node.step + 1;
  if (covered_between(*node.trace, node.begin, at)) {
    ++statistics_.subsumed;
    return Advice::subsumed;
  }
  for (const Arm& arm : node.trace->history.steps()[node.step].arms) {
    if (arm.alternative != alternative) continue;
    extend(arm.target);
    const SharedClauses clauses = subsumption_.covers_arm(node.trace->history, node.step, arm);
    if (!clauses) break;
    annotations_[{id, alternative}] = {clauses};
    ++statistics_.subsumed;
    return Advice::subsumed;
  }
  const std::optional<Loop> loop = loop_before(*node.trace, node.step);
  if (!loop) return Advice::try_it;
  if (subsumption_.covers(node.trace->history, loop->second)) {
    ++statistics_.subsumed;
    return Advice::subsumed;
  }
  if (waits({id, alternative}, *node.trace, *loop, node.step)) return Advice::later;
  // Everything else was tried: if there is an invariant, now is the time.
  find_invariant(*node.trace, *loop);
  at = node.step + 1;
  if (covered_between(*node.trace, loop->second, at)) return Advice::subsumed;
  endless_.insert(loop->point);
  return Advice::try_it;
}

FlipAdvisor::Settled Pruner::settled_before(PathTree::NodeId id, AlternativeId alternative) {
  if (advise(id, alternative) == Advice::subsumed) return Settled::subsumed;
  std::lock_guard lock(mutex_);
  put_off_.erase({id, alternative});
  const auto found = nodes_.find(id);
  if (found == nodes_.end()) return Settled::unknown;
  Node& node = found->second;
  for (const Arm& arm : node.trace->history.steps()[node.step].arms)
    if (arm.alternative == alternative &&
        !subsumption_.may_take(node.trace->history, node.step, arm))
      return Settled::infeasible;
  return Settled::unknown;
}

bool Pruner::pursue(const Execution& run, uint32_t predicted, Pursuit& pursuit) {
  std::lock_guard lock(mutex_);
  const auto found = recent_.find(&run);
  if (found == recent_.end()) return false;
  const SharedTrace trace = found->second;
  recent_.erase(found);
  if (!confirms_ || !trace->tail.clauses) return false;
  if (pursuit.seen.empty()) ++statistics_.confirmations;
  std::map<PointId, uint32_t> times;
  bool fresh = true;
  const auto& steps = trace->history.steps();
  uint32_t passed = 0;
  for (uint32_t i = 0; i < trace->end; ++i) {
    if (const PointId point = steps[i].point; point != 0) {
      const uint32_t time = times[point]++;
      if (time >= kMostRounds && endless_.contains(point)) return false;
      if (passed >= predicted) fresh = pursuit.seen.insert({point, time}).second && fresh;
    }
    if (steps[i].choice != ProgramStep::kNoChoice) passed = steps[i].choice + 1;
  }
  return fresh;
}

bool Pruner::is_half_done(PathTree::NodeId id) {
  std::lock_guard lock(mutex_);
  bool any = false;
  for (auto at = annotations_.lower_bound({id, 0});
       at != annotations_.end() && at->first.first == id; ++at) {
    if (!at->second.clauses) return false;
    any = true;
  }
  return any;
}

}  // namespace cuttle
