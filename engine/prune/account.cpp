// SPDX-License-Identifier: Apache-2.0
// The part of the pruner that weighs and says what it learnt.
#include "engine/prune/pruner.h"

namespace cuttle {
namespace {

constexpr uint64_t kFewestIdleRuns = 8;  // before a rest
constexpr uint64_t kMostIdleRuns = 256;
constexpr uint64_t kMostIdleSteps = 100'000;

}  // namespace

bool Pruner::rests() {
  if (resting_ == 0) return false;
  --resting_;
  ++barriers_["runs that were not looked at, because nothing was learnt from many before"];
  return true;
}

// Looking at a run costs as much as it is long: where nothing comes of it, few runs are looked at.
void Pruner::weigh(const Trace& trace) {
  if (const uint64_t gains = entries_.count() + statistics_.subsumed; gains != gains_) {
    gains_ = gains;
    idle_runs_ = idle_steps_ = 0;
    next_rest_ = kFirstRest;
  }
  ++idle_runs_;
  idle_steps_ += trace.history.steps().size();
  const bool enough = idle_steps_ >= kMostIdleSteps || idle_runs_ >= kMostIdleRuns;
  if (idle_runs_ < kFewestIdleRuns || !enough) return;
  resting_ = next_rest_;
  next_rest_ *= 2;
  idle_runs_ = idle_steps_ = 0;
}

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
