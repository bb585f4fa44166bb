// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/report/report_data.h"

namespace cuttle {

// The campaign of the paper's first example, as the tests of all reports show it.
inline Summary exhausted_sample() {
  Summary summary;
  summary.target = "testme.c";
  summary.language = "c";
  summary.strategy = "dfs";
  summary.runs = summary.paths = summary.tests = 5;
  summary.seconds = 0.1;
  summary.exhausted = true;
  summary.bugs.push_back({BugKind::assertion,
                          "assertion `v != 2 * x + 1' failed",
                          "testme.c:9",
                          4,
                          "tests/000004.json",
                          true,
                          "",
                          {"x = 1", "v = 3"},
                          {"testme at testme.c:9", "main at testme.c:20"},
                          "assertion@testme.c:9"});
  summary.coverage["branches"] = {8, 8};
  summary.coverage["lines"] = {20, 20};
  summary.solver.queries = 9;
  summary.solver.sat = 4;
  summary.solver.unsat = 5;
  summary.solver.fast_unsat = 2;
  summary.solver.cache_hits = 1;
  summary.solver.seconds = 0.01;
  summary.schedule = {3, 1, 0, 0};
  return summary;
}

// One with everything that can be missing, and with text that a program could choose to do harm.
inline Summary incomplete_sample() {
  Summary summary = exhausted_sample();
  summary.runs = 12345;
  summary.paths = 11000;
  summary.rejected = 1300;
  summary.duplicate_paths = 40;
  summary.divergences = 5;
  summary.seconds = 75.123456;
  summary.exhausted = false;
  summary.interrupted = true;
  summary.coverage["lines"] = {15, 20};
  summary.solver.unknown = 1;
  summary.solver.layers = {{"slice.hits", 3}, {"z3.queries", 6}};
  summary.schedule = {};
  summary.prune = {7, 2, 1, 1};
  summary.incomplete = {{Reason::concretised, "f.c:12", "call to `sin'", 3},
                        {Reason::concretised, "lib/other.c:140", "call to `cos'", 20},
                        {Reason::interrupted, "", "stopped by the user", 12},
                        {Reason::solver_unknown, "f.c:30", "timeout", 2},
                        {Reason::unknown, "f.c:31", "unheard-of", 1}};
  summary.bugs.push_back({BugKind::segfault,
                          "\033[31m<b>&\"bad\"</b>\nsecond line \x80",
                          "dir with space/g.c:7:3",
                          9,
                          "tests/000009.json",
                          false,
                          "the plain build ended with exit code 0",
                          {},
                          {}});
  return summary;
}

inline const char* const kSampleSource = R"(#include <assert.h>

int testme(int x, int v) {
  if (x > 0) {
    if (v == 2 * x + 1) {
      assert(x < v && "<tag> & \"quotes\"");
      return 1;
    }
    return 2;
  }
  return 0;
}

void unused(void) {
}
)";

// testme.c as above: the inner condition never held, `unused' never ran.
inline ReportData report_sample(Summary summary) {
  ReportData data;
  data.summary = std::move(summary);
  data.folder = "testme.cuttle";
  data.directory = "/src";
  data.command = {"testme.c", "--max-runs", "5"};
  data.coverage = {{"branches",
                    {{"testme.c", 4, 9, "testme"},
                     {"testme.c", 4, 9, "testme"},
                     {"testme.c", 5, 11, "testme"},
                     {"testme.c", 5, 11, "testme"},
                     {"testme.c", 6, 14, "testme"},
                     {"testme.c", 6, 14, "testme"}}},
                   {"lines",
                    {{"testme.c", 3, 0, "testme"},
                     {"testme.c", 4, 0, "testme"},
                     {"testme.c", 5, 0, "testme"},
                     {"testme.c", 6, 0, "testme"},
                     {"testme.c", 7, 0, "testme"},
                     {"testme.c", 9, 0, "testme"},
                     {"testme.c", 11, 0, "testme"},
                     {"testme.c", 14, 0, "unused"},
                     {"lib dir/gone.c", 3, 0, "gone"},
                     {"", 0, 0, ""}}}};
  data.covered = {0, 1, 3, 6, 7, 8, 11, 12};
  Outcome bug{Outcome::Kind::bug, 134, BugKind::assertion, "a < b", "testme.c:6", {}};
  data.tests = {{1, "tests/000001.json", {}},
                {4, "tests/000004.json", bug},
                {5, "tests/000005.json", bug},
                {6, "tests/000006.json", {Outcome::Kind::lost, 0, {}, "out of <memory>", "", {}}}};
  return data;
}

}  // namespace cuttle
