// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/path/execution.h"

namespace cuttle {

// One step of a path: what was decided, where and how.
struct PathStep {
  SiteId site = 0;
  ChoiceKind kind = ChoiceKind::branch;
  AlternativeId alternative = 0;
  friend bool operator==(const PathStep&, const PathStep&) = default;
};

// Where a run is to go: the first `prefix` choices of `parent`, then the choice that the parent met
// next, taken another way, and then (for who prescribes more than one step) the steps of `then`.
struct Prediction {
  const Execution* parent = nullptr;
  uint32_t prefix = 0;
  AlternativeId wanted = 0;  // kAnyOther: another one than the parent's
  std::vector<PathStep> then = {};
};

// Checks that a run went where it was sent. Returns the index of its first choice that differs, or
// nothing when the prediction holds.
std::optional<uint32_t> first_divergence(const Prediction& prediction, const Execution& run);
// Where the run should have been at the choice `at`, at which it diverged.
SiteId predicted_site(const Prediction& prediction, uint32_t at);

// Is this a choice at all, or only a formality (a condition that cannot be otherwise)? A race
// counts also where one thread was ready only: each is a step of the schedule.
inline bool is_real(const Choice& choice) {
  return choice.open || choice.others_count > 0 || choice.kind == ChoiceKind::race;
}

// Brings executions over one pool into the form in which the engine keeps them.
class Normaliser {
 public:
  // Drops alternatives whose condition is constantly false, fills `conditions`, and marks choices
  // that an earlier one of the same run decides: a loop at the end of its input asks the same
  // question thousands of times.
  void normalise(const ExprPool& pool, Execution& execution);
  // The pool is about to be replaced.
  void forget_expressions() { held_in_.clear(); }

 private:
  bool held_before(ExprId condition);

  std::vector<uint32_t> held_in_;  // by expression: the latest execution with this condition
  uint32_t execution_ = 0;
};

// Identifies a path: a digest of the alternatives taken at its first `depth` choices (0: all).
std::string path_digest(const Execution& execution, uint64_t depth = 0);

}  // namespace cuttle
