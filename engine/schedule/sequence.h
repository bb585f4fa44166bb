// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "engine/path/plan.h"
#include "engine/schedule/study.h"

namespace cuttle {

// A run as far as wakeup sequences need it, when its execution may be gone.
struct Source {
  Source(uint64_t number, const Execution& run);

  const Event& at(uint32_t event) const { return study->at(event); }
  // What the thread decided behind the operation.
  void add_outcomes(uint32_t event, std::vector<PathStep>& way) const;

  uint64_t number;
  std::shared_ptr<const Study> study;
  std::vector<PathStep> steps;  // of all choices
  std::vector<bool> is_real;
};

PathStep race_step(uint32_t thread);

// Events of one run in an order in which they can happen; what the last one finds is open.
struct Sequence {
  std::shared_ptr<const Source> source;
  std::vector<uint32_t> events;

  // Could the thread's next operation be the first of this sequence, or come before all of it
  // without any difference?
  bool may_begin_with(uint32_t thread, const Footprint& operation) const;
  size_t find(uint32_t thread) const;  // place of its first event; size() when there is none
  // All steps, but what the last one finds.
  std::vector<PathStep> way() const;
  // What must hold for that: conditions of the run.
  Piece piece() const;
  // Does a run that goes along this sequence, and then as it likes, meet all that `other` wants?
  bool covers(const Sequence& other) const;
};

}  // namespace cuttle
