// SPDX-License-Identifier: Apache-2.0
#include "engine/process/ending.h"

#include <gtest/gtest.h>
#include <signal.h>

namespace cuttle {
namespace {

int exited(int code) {
  return code << 8;
}

TEST(Classify, FailuresOfOurOwnLibraryAreLostRuns) {
  Ending ending;
  ending.wait_status = exited(CUTTLE_FAILURE_STATUS);
  EXPECT_EQ(classify(ending).kind, Outcome::Kind::ok);  // the program's own business
  ending.complaints = "noise\ncuttle: no memory\n";
  EXPECT_EQ(classify(ending).kind, Outcome::Kind::lost);
  EXPECT_EQ(classify(ending).message, "no memory");
}

TEST(Classify, BelievesWhatTheProgramRecorded) {
  Ending ending;
  ending.recorded.kind = CUTTLE_OUTCOME_BUG;
  ending.recorded.bug = CUTTLE_BUG_ASSERTION;
  ending.recorded.message = "assertion `x' failed";
  ending.wait_status = SIGABRT;
  const Outcome outcome = classify(ending);
  EXPECT_TRUE(outcome.is_bug());
  EXPECT_EQ(outcome.bug, BugKind::assertion);
  EXPECT_EQ(outcome.message, "assertion `x' failed");
}

TEST(Classify, GoesByTheStatusWhenNothingWasRecorded) {
  Ending ending;
  ending.wait_status = exited(3);
  EXPECT_EQ(classify(ending).kind, Outcome::Kind::ok);
  EXPECT_EQ(classify(ending).exit_code, 3);
  ending.wait_status = SIGSEGV;
  EXPECT_EQ(classify(ending).bug, BugKind::segfault);
  ending.wait_status = SIGKILL;
  EXPECT_EQ(classify(ending).kind, Outcome::Kind::lost);
  ending.wait_status = SIGTERM;
  EXPECT_EQ(classify(ending).bug, BugKind::abort);
  ending.timed_out = true;
  EXPECT_EQ(classify(ending).bug, BugKind::timeout);
}

}  // namespace
}  // namespace cuttle
