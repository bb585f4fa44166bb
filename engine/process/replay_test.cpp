// SPDX-License-Identifier: Apache-2.0
#include "engine/process/replay.h"

#include <gtest/gtest.h>

#include "engine/support/files.h"

namespace cuttle {
namespace {

TEST(Replay, WritesWhatTheLibraryReads) {
  PortableTestCase test;
  test.inputs = {{"x", "int", "bv32", "3"}, {"a[1]", "char", "bv8", "7"}};
  const std::string file = replay_text(test, "/r");
  EXPECT_NE(file.find("report /r\n"), std::string::npos);
  EXPECT_NE(file.find("input 32 1 - 3 x\n"), std::string::npos);
  EXPECT_NE(file.find("input 8 1 1 7 a\n"), std::string::npos);
}

TEST(Replay, ReadsTheReport) {
  const auto outcome = parse_replay_report(
      "outcome bug\nbug assertion\nsignal 6\nat 12 dir/f g.c\nmessage assertion `x' failed\n"
      "frame 1139 401139 1 /tmp/a b\nend\n");
  EXPECT_EQ(outcome.kind, CUTTLE_OUTCOME_BUG);
  EXPECT_EQ(outcome.bug, CUTTLE_BUG_ASSERTION);
  EXPECT_EQ(outcome.line, 12u);
  EXPECT_EQ(outcome.file, "dir/f g.c");
  ASSERT_EQ(outcome.frames.size(), 1u);
  EXPECT_EQ(outcome.frames[0].offset, 0x1139u);
  EXPECT_TRUE(outcome.frames[0].is_return_address);
  EXPECT_EQ(outcome.frames[0].image, "/tmp/a b");
  EXPECT_EQ(parse_replay_report("").kind, CUTTLE_OUTCOME_NONE);
}

TEST(Replay, GathersWhatIsKnownOfTheEnd) {
  const TemporaryFolder parent;
  ReplayCell place(parent.path(), Walls{});
  Command command;
  command.arguments = {"sh", "-c",
                       "printf 'outcome bug\\nbug overflow\\nmessage too much\\nend\\n' > " +
                           place.folder.report().string() + "; echo oh >&2; exit 3"};
  command.timeout_seconds = 60;
  const auto ending = replay(command, place);
  ASSERT_TRUE(ending);
  EXPECT_EQ(ending->complaints, "oh\n");
  EXPECT_TRUE(ending->failed());
  EXPECT_EQ(classify(*ending).bug, BugKind::overflow);
  EXPECT_EQ(classify(*ending).message, "too much");
}

}  // namespace
}  // namespace cuttle
