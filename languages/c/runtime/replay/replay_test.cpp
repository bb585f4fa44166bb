// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "engine/trace/format.h"

namespace cuttle {
namespace {

struct Result {
  int status;
  std::string report;
};

Result replay(const std::string& inputs) {
  char folder[] = "/tmp/cuttle-replay-XXXXXX";
  EXPECT_NE(mkdtemp(folder), nullptr);
  const std::string test = std::string(folder) + "/test", report = std::string(folder) + "/report";
  std::ofstream(test) << "report " << report << "\n" << inputs;
  const pid_t pid = fork();
  if (pid == 0) {
    setenv("CUTTLE_TEST", test.c_str(), 1);
    close(2);
    execl(CUTTLE_REPLAY_PROGRAM, "program", nullptr);
    _exit(127);
  }
  Result result;
  waitpid(pid, &result.status, 0);
  std::stringstream text;
  text << std::ifstream(report).rdbuf();
  result.report = text.str();
  std::filesystem::remove_all(folder);
  return result;
}

TEST(Replay, WithoutInputsEverythingIsZero) {
  const Result result = replay("");
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.report, "");
}

TEST(Replay, FindsInputsByNameIndexAndOccurrence) {
  EXPECT_EQ(WEXITSTATUS(replay("input 32 1 - 4 x\n").status), 1);
  EXPECT_EQ(WEXITSTATUS(replay("input 64 1 - 4 x\ninput 32 1 0 4 x\n").status), 0);
  const Result result = replay("input 8 1 1 7 pair\ninput 32 2 - 5 x");
  EXPECT_NE(result.report.find("outcome bug\nbug assertion\n"), std::string::npos) << result.report;
}

TEST(Replay, ReportsAssertion) {
  const Result result = replay("input 16 1 2 65533 values\nunknown line\ninput 1 1 - 1 flag\n");
  EXPECT_TRUE(WIFSIGNALED(result.status));
  EXPECT_EQ(WTERMSIG(result.status), SIGABRT);
  EXPECT_NE(result.report.find("outcome bug\nbug assertion\nsignal 6\n"), std::string::npos)
      << result.report;
  EXPECT_NE(result.report.find("message failed assertion `!(values[2] == -3 && flag)'\n"),
            std::string::npos);
  EXPECT_NE(result.report.find("replay_test_program.cpp\n"), std::string::npos);
  EXPECT_NE(result.report.find("\nend\n"), std::string::npos);
}

TEST(Replay, ReportsSegfaultWithStack) {
  const Result result = replay("input 32 1 - 99 x\n");
  EXPECT_EQ(WTERMSIG(result.status), SIGSEGV);
  EXPECT_NE(result.report.find("bug segfault\nsignal 11\nfault 63\n"), std::string::npos)
      << result.report;
  EXPECT_NE(result.report.find("frame "), std::string::npos);
}

TEST(Replay, ReportsRejection) {
  const Result result = replay("input 32 1 - 4294967295 x\n");
  EXPECT_EQ(result.status, 0);
  EXPECT_NE(result.report.find("outcome rejected\n"), std::string::npos);
}

TEST(Replay, MissingTestFileIsSaid) {
  const pid_t pid = fork();
  if (pid == 0) {
    setenv("CUTTLE_TEST", "/nonexistent/test", 1);
    close(2);
    execl(CUTTLE_REPLAY_PROGRAM, "program", nullptr);
    _exit(127);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), CUTTLE_FAILURE_STATUS);
}

}  // namespace
}  // namespace cuttle
