// SPDX-License-Identifier: Apache-2.0
#include "engine/process/cell.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "engine/process/attempts.h"

namespace cuttle {
namespace {

namespace fs = std::filesystem;

Command shell(const std::string& script) {
  Command command;
  command.arguments = {"sh", "-c", script};
  command.timeout_seconds = 60;
  return command;
}

bool runs(const std::string& mark) {
  std::error_code problem;
  for (const auto& process : fs::directory_iterator("/proc", problem)) {
    std::ifstream file(process.path() / "cmdline");
    std::ostringstream text;
    text << file.rdbuf();
    if (text.str().find("sleep") != std::string::npos && text.str().find(mark) != std::string::npos)
      return true;
  }
  return false;
}

class CellTest : public testing::Test {
 protected:
  CellTest() : before_(fs::current_path()) { fs::current_path(folder_.path()); }
  ~CellTest() override { fs::current_path(before_); }

  const TemporaryFolder folder_;
  const fs::path before_;
  Cell cell_{Warden::Options{}};
};

TEST_F(CellTest, SaysHowACommandEnded) {
  const auto fine = cell_.run(shell("echo out; echo err >&2; exit 3"));
  ASSERT_TRUE(fine);
  EXPECT_EQ(fine->out, "out\n");
  EXPECT_EQ(fine->err, "err\n");
  EXPECT_EQ(fine->exit_code, 3);
  const auto killed = cell_.run(shell("kill -SEGV $$"));
  ASSERT_TRUE(killed);
  EXPECT_EQ(killed->signal, SIGSEGV);
  Command absent;
  absent.arguments = {"/no/such/program"};
  EXPECT_FALSE(cell_.run(absent));
}

TEST_F(CellTest, ReadsItsInput) {
  std::ofstream(folder_.path() / "input") << "given";
  Command command = shell("cat");
  command.input = folder_.path() / "input";
  const auto result = cell_.run(command);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->out, "given");
}

TEST_F(CellTest, EachRunFindsFoldersFresh) {
  for (int i = 0; i < 3; ++i) {
    const auto result = cell_.run(shell("ls; echo x > left; echo y > /tmp/left-by-cell; ls"));
    ASSERT_TRUE(result);
    EXPECT_EQ(result->out, "left\n");
  }
  EXPECT_TRUE(fs::is_empty(folder_.path()));
}

TEST_F(CellTest, NothingOutlivesARun) {
  const std::string mark = "33" + std::to_string(getpid());
  const auto result = cell_.run(shell("(setsid sleep " + mark + " &); setsid setsid sleep " + mark +
                                      " > /dev/null 2>&1 & exit 0"));
  ASSERT_TRUE(result);
  EXPECT_FALSE(runs(mark));
  Command late = shell("setsid sleep " + mark + " & sleep " + mark);
  late.timeout_seconds = 0.2;
  const auto given_up = cell_.run(late);
  ASSERT_TRUE(given_up);
  EXPECT_TRUE(given_up->timed_out);
  EXPECT_FALSE(runs(mark));
}

TEST_F(CellTest, WeAreOutOfReach) {
  const std::string us = std::to_string(getpid());
  const auto result = cell_.run(
      shell("kill -9 $PPID; kill -STOP $PPID; kill -9 " + us + "; kill -STOP " + us + "; echo on"));
  ASSERT_TRUE(result);
  EXPECT_EQ(result->out, "on\n");
}

TEST_F(CellTest, OutputIsBounded) {
  Command command = shell("head -c 200m /dev/zero");
  command.max_output = 1000;
  const auto result = cell_.run(command);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->out.size(), 1000u);
}

TEST_F(CellTest, MemoryIsBoundedForAllTogether) {
  // Each of them alone is within the bound.
  const auto result =
      cell_.run(shell("for i in 1 2 3 4; do head -c 60m /dev/zero | tail -c 60m | sleep 20 & done; "
                      "wait; echo done"),
                100u << 20);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->signal, SIGKILL);
  const auto attempts = cell_.take_attempts();
  ASSERT_FALSE(attempts.empty());
  EXPECT_NE(attempts[0].call.find("memory"), std::string::npos);
}

TEST(Attempts, AreNotesOrLimitations) {
  Execution execution;
  TargetInfo info;
  Attempt attempt;
  attempt.call = "settimeofday";
  for (int i = 0; i < 2; ++i) tell_of(attempt, "date.c:88", execution, info);
  ASSERT_EQ(info.notes.size(), 1u);
  EXPECT_EQ(info.notes[0], "date.c:88 tried settimeofday: refused");
  EXPECT_TRUE(execution.limitations.empty());
  attempt.call = "connect";
  attempt.loss = true;
  tell_of(attempt, "net.c:7", execution, info);
  ASSERT_EQ(execution.limitations.size(), 1u);
  EXPECT_EQ(execution.limitations[0].location, "net.c:7");
  EXPECT_EQ(info.notes.size(), 1u);
}

}  // namespace
}  // namespace cuttle
