// SPDX-License-Identifier: Apache-2.0
// The part of the pruner that says what it learnt.
#include "engine/prune/pruner.h"

namespace cuttle {

SharedClauses Pruner::root() const {
  std::lock_guard lock(mutex_);
  return root_.clauses;
}

AnnotatedGraph Pruner::graph() {
  std::lock_guard lock(mutex_);
  InterpolantText text(variables_, *stepper_);
  AnnotatedGraph graph;
  graph.ways = ways_;
  for (const auto& [from, to] : ways_)
    for (PointId point : {from, to}) graph.points[point].place = stepper_->place_of(point);
  for (const auto& [point, entries] : entries_.all()) {
    AnnotatedPoint& row = graph.points[point];
    row.place = stepper_->place_of(point);
    for (const Entry& entry : entries) {
      row.interpolants.push_back(text(*entry.clauses));
      row.subsumed += entry.subsumed;
    }
  }
  return graph;
}

void Pruner::add_to(Summary& summary) const {
  std::lock_guard lock(mutex_);
  summary.pruned = true;
  summary.prune = statistics_;
  for (const auto& [why, count] : barriers_) summary.prune.barriers.push_back({why, count});
  summary.verified =
      !mistaken_ && root_.clauses != nullptr && summary.exhausted && summary.bugs.empty();
  if (mistaken_) {
    summary.exhausted = false;
    summary.incomplete.push_back({Reason::divergence, {}, "an interpolant was wrong"});
  }
  if (stepper_->can_fail()) return;
  summary.verified = false;
  summary.notes.push_back(
      "there is nothing to verify: no assertion, no check and no error call is in the program");
}

void Pruner::note_barrier(const Trace& trace, uint32_t step, const std::string& why) {
  if (assuming_) return;
  const auto& steps = trace.history.steps();
  std::string place;
  for (uint32_t i = std::min<uint32_t>(step + 1, steps.size()); i-- > 0 && place.empty();)
    if (steps[i].point != 0) place = stepper_->place_of(steps[i].point);
  ++barriers_[place.empty() ? why : place + ": " + why];
}

}  // namespace cuttle
