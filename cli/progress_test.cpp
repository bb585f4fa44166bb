// SPDX-License-Identifier: Apache-2.0
#include "cli/progress.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace cuttle::cli {
namespace {

TEST(ProgressLine, ShowsEverythingThatIsKnown) {
  Progress progress{.runs = 12345, .paths = 12000, .frontier = 7, .bugs = 2};
  progress.covered = 3;
  progress.coverable = 4;
  progress.seconds = 12.9;
  progress.runs_per_second = 957.4;
  progress.seconds_left = 47;
  EXPECT_EQ(
      progress_line(progress),
      "12 s | 12,345 runs (957/s) | 12,000 paths | 7 to try | 75% covered | 2 bugs | 47 s left");
}

TEST(ProgressLine, LeavesOutWhatIsNot) {
  EXPECT_EQ(progress_line(Progress{.runs = 1, .bugs = 1}),
            "0 s | 1 runs (0/s) | 0 paths | 0 to try | 1 bug");
}

// What a display for a log says about a stage that takes longer than its patience, or does not.
std::string said_about_stage(double patience, int verbosity, bool over_at_once) {
  testing::internal::CaptureStderr();
  {
    ProgressDisplay display(Terminal{}, verbosity, patience);
    display.stage("preparing a.cpp");
    if (!over_at_once) std::this_thread::sleep_for(std::chrono::milliseconds(200));
    display.stage_over();
  }
  return testing::internal::GetCapturedStderr();
}

TEST(ProgressDisplay, SaysOffTerminalsWhichStageTakesLong) {
  EXPECT_EQ(said_about_stage(0, 0, false), "preparing a.cpp takes a while\n");
  EXPECT_EQ(said_about_stage(600, 0, true), "");
  EXPECT_EQ(said_about_stage(0, -1, false), "");
}

}  // namespace
}  // namespace cuttle::cli
