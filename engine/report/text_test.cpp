// SPDX-License-Identifier: Apache-2.0
#include "engine/report/text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "engine/report/test_samples.h"

namespace cuttle {
namespace {

std::string text_of(const Summary& summary, TextOptions options = {}) {
  if (options.folder.empty()) options.folder = "testme.cuttle";
  std::ostringstream out;
  write_text(out, summary, options);
  return out.str();
}

TEST(Text, ExhaustedCampaign) {
  Summary summary = exhausted_sample();
  summary.schedule = {};
  EXPECT_EQ(text_of(summary),
            R"(BUG: assertion at testme.c:9
  message     assertion `v != 2 * x + 1' failed
  inputs      x = 1
              v = 3
  stack       testme at testme.c:9
              main at testme.c:20
  replay      cuttle replay testme.cuttle/tests/000004.json

target      testme.c (strategy dfs)
paths       5 in 5 runs, 0.10 s (50 runs/s)
branches    8 of 8 (100%)
lines       20 of 20 (100%)
solver      9 queries: 4 sat, 5 unsat; 10 ms
tests       5 in testme.cuttle/tests
bugs        1
EXHAUSTED   every feasible path was run
)");
}

TEST(Text, IncompleteCampaign) {
  TextOptions options;
  options.command = {"testme.c", "--max-runs", "12345", "--", "-x y"};
  const std::string text = text_of(incomplete_sample(), options);
  const size_t second = text.find("BUG 2 of 2");
  ASSERT_NE(second, std::string::npos) << text;
  EXPECT_EQ(text.substr(second),
            "BUG 2 of 2: segfault at dir with space/g.c:7:3\n"
            "  message     \\x1b[31m<b>&\"bad\"</b>\n"
            "              second line \x80\n"
            "  UNCONFIRMED the plain build ended with exit code 0\n"
            "  replay      cuttle replay testme.cuttle/tests/000009.json\n"
            "\n"
            "target      testme.c (strategy dfs)\n"
            "paths       11,000 in 12,345 runs, 75.1 s (164 runs/s)\n"
            "rejected    1,300 runs by assumptions\n"
            "duplicates  40 runs of a known path\n"
            "divergences 5 runs did not follow the prediction\n"
            "branches    8 of 8 (100%)\n"
            "lines       15 of 20 (75%)\n"
            "solver      9 queries: 4 sat, 5 unsat, 1 unknown; 10 ms\n"
            "pruned      7 paths that cannot reach a bug\n"
            "tests       5 in testme.cuttle/tests\n"
            "bugs        2\n"
            "INCOMPLETE  not every path was explored:\n"
            "  concretised: values taken as they were in the run\n"
            "    20  lib/other.c:140  call to `cos'\n"
            "     3  f.c:12           call to `sin'\n"
            "  interrupted: flips not tried when the campaign was stopped\n"
            "    12                   stopped by the user\n"
            "  solver-unknown: flips that the solver could not decide\n"
            "     2  f.c:30           timeout\n"
            "  unknown: what only another version of Cuttle has a name for\n"
            "     1  f.c:31           unheard-of\n"
            "next        go on from here: cuttle run testme.c --max-runs 12345 --resume -- '-x y'\n"
            "            give the solver more time: --solver-timeout 60\n");
}

TEST(Text, ColoursOnlyWhenAsked) {
  Summary summary = exhausted_sample();
  EXPECT_EQ(text_of(summary).find('\033'), std::string::npos);
  TextOptions options;
  options.color = true;
  EXPECT_NE(text_of(summary, options).find("\033[1;31mBUG"), std::string::npos);
}

TEST(Text, LongListsAreCutUnlessAllIsAsked) {
  Summary summary = incomplete_sample();
  summary.bugs.resize(1);
  summary.bugs[0].inputs.assign(1000, "b = 0");
  summary.incomplete.clear();
  for (int i = 0; i < 100; ++i)
    summary.incomplete.push_back({Reason::concretised, "f.c:" + std::to_string(i), "", 1});
  const std::string text = text_of(summary);
  EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 70);
  EXPECT_NE(text.find("... and 976 more\n"), std::string::npos);
  EXPECT_NE(text.find("... and 88 more places\n"), std::string::npos);
  TextOptions options;
  options.all = true;
  const std::string all = text_of(summary, options);
  EXPECT_GT(std::count(all.begin(), all.end(), '\n'), 1100);
}

TEST(Text, ManyQueriesAreSharedOut) {
  Summary summary = incomplete_sample();
  summary.solver.queries = 99;
  summary.solver.layers = {{"sat.calls", 9}, {"slice.seen", 100}, {"slice.kept", 20}};
  EXPECT_EQ(text_of(summary).find("without SAT"), std::string::npos);
  summary.solver.queries = 900;
  EXPECT_NE(text_of(summary).find("99% without SAT or Z3; 80% of the constraints sliced away"),
            std::string::npos);
}

TEST(Text, NotesComeLast) {
  Summary summary;
  summary.runs = summary.paths = 1;
  summary.exhausted = true;
  summary.notes = {"mark its inputs"};
  EXPECT_TRUE(text_of(summary).ends_with("note        mark its inputs\n"));
}

}  // namespace
}  // namespace cuttle
