// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/report/summary.h"
#include "languages/prolog/target/oracle.h"

namespace cuttle::prolog {

// What to explore: the options of `cuttle run`.
struct Job {
  std::string file;  // or
  std::string text;
  std::string goal;
  std::map<std::string, std::vector<std::string>> options;
  std::string strategy = "dfs";
  uint64_t max_runs = 0;
  bool check = false;          // each test case in SWI-Prolog
  uint64_t oracle_inputs = 0;  // 0: no oracle
};

struct RunSeen {
  std::string goal;
  std::string outcome;
  std::vector<std::string> trace;
  uint64_t digest = 0;
};

struct Explored {
  std::string error;  // empty: it worked
  Summary summary;
  std::vector<RunSeen> runs;
  std::set<uint64_t> digests;  // of the runs
  OracleResult oracle;

  std::set<std::string> goals() const;
  // Complaints about exploration and oracle: empty when they found the same traces, with no run in
  // vain.
  std::string compare_traces() const;
  // The same, and each path has a trace of its own.
  std::string compare() const;
};

// `session` may have the program loaded already: starting SWI-Prolog takes longer than most
// explorations.
Explored explore_program(const Job& job, std::shared_ptr<SwiSession> session = nullptr);

// A program of examples/prolog.
std::string example(const std::string& name);

}  // namespace cuttle::prolog
