// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/target/limits.h"

namespace cuttle {

// How a program is explored; which one is a ProgramRequest. Built once from the command line
// (cli/options.cpp holds the table of options), then passed by const reference.
struct Config {
  std::string strategy = "auto";
  std::string schedule = "optimal";  // which orders of threads are tried: schedule_names()
  uint64_t schedules = 1000;         // how many of those that are tried by chance
  uint32_t bug_depth = 3;            // --schedule pct: so many orders make a bug
  uint64_t max_runs = 0;             // 0: no limit
  uint64_t max_depth = 0;            // choices per path that are flipped; 0: no limit
  double time_seconds = 0;           // 0: no limit
  RunLimits limits;                  // of one run of the program
  double solver_timeout_seconds = 10;
  unsigned jobs = 1;
  uint64_t seed = 0;
  bool stop_on_bug = false;
  bool resume = false;
  bool join = false;  // beside the process that began or resumed the campaign
  bool require_complete = false;
  std::filesystem::path out;         // default NAME.cuttle
  std::filesystem::path json;        // --json FILE; empty: none
  std::vector<std::string> remarks;  // what the report is to say of the circumstances: sentences

  uint64_t max_frontier = 1'000'000;  // flips held; beyond it the least promising are dropped
  // Executions of runs with open flips; beyond it the runs are made again when they are needed.
  uint64_t frontier_bytes = 64ull << 20;
  // In the pool of one worker; beyond it the worker starts with a new pool.
  uint64_t max_expressions = 4'000'000;
};

}  // namespace cuttle
