// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
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
  // Complaints about exploration and oracle: empty when they found the same paths, each once.
  std::string compare() const;
};

Explored explore_program(const Job& job);

// A program of examples/prolog.
std::string example(const std::string& name);

}  // namespace cuttle::prolog
