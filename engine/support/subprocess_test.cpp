// SPDX-License-Identifier: Apache-2.0
#include "engine/support/subprocess.h"

#include <gtest/gtest.h>
#include <signal.h>

namespace cuttle {
namespace {

CommandResult shell(const std::string& script, double timeout = 0) {
  Command command{.arguments = {"sh", "-c", script}, .timeout_seconds = timeout};
  auto result = run_command(command);
  EXPECT_TRUE(result) << (result ? "" : result.error().message);
  return result ? *result : CommandResult{};
}

TEST(Subprocess, CollectsBothStreamsAndTheExitCode) {
  const auto result = shell("echo out; echo err >&2; exit 3");
  EXPECT_EQ(result.out, "out\n");
  EXPECT_EQ(result.err, "err\n");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_FALSE(result.ok());
}

TEST(Subprocess, ReportsSignals) {
  const auto result = shell("kill -SEGV $$");
  EXPECT_EQ(result.signal, 11);
  EXPECT_EQ(result.exit_code, 139);
}

TEST(Subprocess, KillsTheWholeGroupAfterTheTimeout) {
  const auto result = shell("sleep 60 & sleep 60", 0.2);
  EXPECT_TRUE(result.timed_out);
}

TEST(Subprocess, KillsAProgramThatClosedItsStreams) {
  const auto result = shell("exec >/dev/null 2>&1; sleep 60", 0.2);
  EXPECT_TRUE(result.timed_out);
}

TEST(Subprocess, IsPatientWithAProgramThatOnlySleeps) {
  Command command{.arguments = {"sh", "-c", "sleep 0.3"}, .timeout_seconds = 0.2, .patient = true};
  const auto rested = run_command(command);
  ASSERT_TRUE(rested);
  EXPECT_TRUE(rested->ok());
  command.arguments[2] = "sleep 60";
  const auto endless = run_command(command);
  ASSERT_TRUE(endless);
  EXPECT_TRUE(endless->timed_out);
}

TEST(Subprocess, EndsWhatIsCancelled) {
  const std::atomic<bool> cancelled = true;
  const auto result = run_command({.arguments = {"sleep", "600"}, .cancelled = &cancelled});
  ASSERT_TRUE(result);
  EXPECT_FALSE(result->ok());
}

TEST(Subprocess, LeavesTheProcessorToOthersInTheBackground) {
  const auto result = run_command({.arguments = {"nice"}, .background = true});
  ASSERT_TRUE(result);
  EXPECT_GE(std::stoi(result->out), 10);
}

TEST(Subprocess, DoesNotWaitForBackgroundChildren) {
  const auto result = shell("echo done; sleep 60 & exit 0", 20);
  EXPECT_TRUE(result.ok());
  EXPECT_EQ(result.out, "done\n");
}

TEST(Subprocess, WhoTalksForEverIsLateToo) {
  Command command{.arguments = {"yes"}, .timeout_seconds = 0.2, .max_output = 1000};
  const auto result = run_command(command);
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->timed_out);
}

TEST(Subprocess, WhatIsLeftBehindMayTalkForEver) {
  EXPECT_TRUE(shell("yes & exit 0", 20).ok());
}

TEST(Subprocess, TheDeadlineEndsIt) {
  for (const bool patient : {false, true}) {
    Command command{.arguments = {"sleep", "1000"},
                    .timeout_seconds = 1000,
                    .patient = patient,
                    .until = deadline_in(0.1)};
    const auto result = run_command(command);
    ASSERT_TRUE(result);
    EXPECT_TRUE(result->timed_out);
  }
}

TEST(Subprocess, AsksForLastWords) {
  Command command{.arguments = {"sh", "-c", "trap 'echo here; exit' USR1; while :; do :; done"},
                  .timeout_seconds = 0.3,
                  .last_words = SIGUSR1};
  const auto result = run_command(command);
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->timed_out);
  EXPECT_EQ(result->out, "here\n");
}

TEST(Subprocess, BoundsTheOutput) {
  Command command{.arguments = {"sh", "-c", "head -c 100000 /dev/zero"}, .max_output = 1000};
  const auto result = run_command(command);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->out.size(), 1000u);
}

TEST(Subprocess, PassesEnvironmentAndDirectory) {
  Command command{.arguments = {"sh", "-c", "echo $CUTTLE_X; pwd"},
                  .environment = {{"CUTTLE_X", "1 2"}},
                  .directory = "/"};
  const auto result = run_command(command);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->out, "1 2\n/\n");
}

TEST(Subprocess, SaysWhatCannotBeStarted) {
  const auto result = run_command({.arguments = {"no-such-program-here"}});
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().message.find("no-such-program-here"), std::string::npos);
}

TEST(Subprocess, QuotesForTheShell) {
  EXPECT_EQ(shell_quoted({"cc", "a b", "it's", ""}), "cc 'a b' 'it'\\''s' ''");
}

}  // namespace
}  // namespace cuttle
