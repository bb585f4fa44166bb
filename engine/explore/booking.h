// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/campaign/records.h"
#include "engine/explore/frontier.h"

namespace cuttle {

// A run and what is known of it when it is booked.
struct FinishedRun {
  uint64_t number = 0;
  const Execution& execution;
  const Flip* flip = nullptr;           // that it was made for
  std::optional<SiteId> diverged = {};  // where it left its prediction
};

// What was not followed exactly in this run, how it was booked included.
std::vector<Limitation> limitations_of(const FinishedRun& run, const Booked& booked,
                                       const TargetInfo& info, uint64_t max_depth);

// The record of the run, but for the test case and what people see of it.
RunRecord record_of(const FinishedRun& run, const Booked& booked, uint64_t max_depth);

StoredFlip stored(const Flip& flip);
// What stands for a way in the store: its one step, or a number for all of them.
AlternativeId number_of(std::span<const PathStep> way);

// Where a site is, as people read it; empty when that is not known.
std::string place_of(const TargetInfo& info, SiteId site);

}  // namespace cuttle
