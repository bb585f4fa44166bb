// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/expr/pool.h"
#include "engine/path/execution.h"
#include "engine/trace/memory.h"

namespace cuttle {

// Reads what a stream has beyond the choices that a solver flips: races, accesses, operations of
// threads, segments, results. Trusts nothing; each function gives false for a record that makes no
// sense, and nothing of it is in the execution then.
class EventReader {
 public:
  EventReader(const ExprPool& pool, const TraceMemory& trace) : pool_(pool), trace_(trace) {}

  // The threads of the run; before its records.
  bool begin(Execution& execution);
  // A record whose kind is above 15. A race becomes a choice.
  bool add(Execution& execution, const CuttleRecord& record);

 private:
  bool add_race(Execution& execution, const CuttleRecord& record);
  bool add_event(Execution& execution, const CuttleRecord& record);
  bool is_sound(const CuttleRecord& record) const;
  // The indices of threads that could have been let run, in order; nothing when damaged.
  std::optional<std::vector<uint32_t>> enabled(const CuttleRecord& race) const;
  std::optional<uint32_t> import_blob(Execution& execution, uint32_t offset);

  const ExprPool& pool_;
  const TraceMemory& trace_;
  uint32_t threads_ = 1;
  uint32_t steps_ = 0;                            // races so far
  std::unordered_map<uint32_t, uint32_t> blobs_;  // of this run: offset -> index
  uint64_t copied_ = 0;                           // bytes of them
  uint64_t listed_ = 0;                           // alternatives of races
};

}  // namespace cuttle
