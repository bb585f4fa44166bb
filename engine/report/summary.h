// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/path/execution.h"
#include "engine/solver/solver.h"

namespace cuttle {

// A bug as it is reported: one per key.
struct BugReport {
  BugKind kind;
  std::string message;
  std::string location;
  uint64_t run = 0;  // the run that found it, from 1
  std::string test;  // "tests/000004.json", relative to the campaign's folder
  bool confirmed = false;
  std::string unconfirmed_why;
  std::vector<std::string> inputs;  // Target::describe
  std::vector<std::string> stack;
  std::string key = {};  // Outcome::key
};

struct CoverageCount {
  uint64_t covered = 0;
  uint64_t total = 0;
};

struct ScheduleStatistics {
  uint64_t executions = 0, races = 0, deadlocks = 0, redundant = 0;
};

struct PruneStatistics {
  uint64_t subsumed = 0, full_interpolants = 0, half_interpolants = 0, confirmations = 0;
  uint64_t invariants = 0;  // of loops without bound
  // Where nothing could be learnt of the states before, and why: how often.
  struct Barrier {
    std::string why;
    uint64_t count = 0;
  };
  std::vector<Barrier> barriers = {};
};

// What a campaign came to. The JSON summary (DESIGN 3.3, docs/summary.md) is this, field for field.
struct Summary {
  std::string target;
  std::string language;
  std::string strategy;
  uint64_t seed = 0;
  uint64_t runs = 0;      // executions of the program under exploration
  uint64_t paths = 0;     // distinct paths among them that were not rejected
  uint64_t rejected = 0;  // runs that an assumption rejected
  uint64_t duplicate_paths = 0;
  uint64_t divergences = 0;
  double seconds = 0;
  bool exhausted = false;
  bool interrupted = false;
  std::vector<Limitation> incomplete;
  std::vector<BugReport> bugs;
  uint64_t tests = 0;
  uint64_t inspected = 0;          // runs that had a second look: Inspector
  std::vector<std::string> notes;  // TargetInfo::notes
  std::map<std::string, CoverageCount> coverage;
  SolverStatistics solver;
  ScheduleStatistics schedule;
  bool pruned = false;    // --prune: the question was whether anything can fail
  bool verified = false;  // nothing can, for all inputs
  PruneStatistics prune;
};

}  // namespace cuttle
