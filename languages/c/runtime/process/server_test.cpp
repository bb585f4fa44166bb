// SPDX-License-Identifier: Apache-2.0
#include "languages/c/runtime/core/server.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <chrono>
#include <string>
#include <thread>

#include "languages/c/runtime/testing/test_server.h"

namespace cuttle {
namespace {

TEST(Server, RunsShareNodesAndReportChoices) {
  TestServer server("");
  EXPECT_EQ(server.run(1), 0);
  EXPECT_EQ(server.outcome().kind, CUTTLE_OUTCOME_NONE);
  ASSERT_EQ(server.count(CUTTLE_AREA_RECORDS), 1u);
  const auto* choice = static_cast<CuttleChoice*>(cuttle_area(server.trace, CUTTLE_AREA_RECORDS));
  EXPECT_EQ(choice->taken, 0u);
  EXPECT_EQ(choice->site, 1u);
  const uint32_t nodes = server.count(CUTTLE_AREA_NODES), condition = choice->condition;
  EXPECT_EQ(server.run(42), 0);
  EXPECT_EQ(choice->taken, 1u);
  EXPECT_EQ(choice->condition, condition);
  EXPECT_EQ(server.count(CUTTLE_AREA_NODES), nodes);
  EXPECT_EQ(server.count(CUTTLE_AREA_MODULES), 1u);
  const auto* coverage = static_cast<uint8_t*>(cuttle_area(server.trace, CUTTLE_AREA_COVERAGE));
  EXPECT_EQ(coverage[0], 1);
  EXPECT_EQ(coverage[1], 1);
}

struct Case {
  const char* behaviour;
  uint32_t bug;
  const char* message;
};

class Crash : public testing::TestWithParam<Case> {};

TEST_P(Crash, IsRecordedAndContained) {
  TestServer server(GetParam().behaviour);
  server.run(42);
  EXPECT_EQ(server.outcome().kind, CUTTLE_OUTCOME_BUG);
  EXPECT_EQ(server.outcome().bug, GetParam().bug) << server.outcome().message;
  EXPECT_NE(std::string(server.outcome().message).find(GetParam().message), std::string::npos)
      << server.outcome().message;
  EXPECT_GT(server.outcome().frame_count, 1u);
  EXPECT_EQ(server.count(CUTTLE_AREA_RECORDS), 1u);
  EXPECT_EQ(server.run(1), 0);  // and the next run is fine
  EXPECT_EQ(server.outcome().kind, CUTTLE_OUTCOME_NONE);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, Crash,
    testing::Values(Case{"assert", CUTTLE_BUG_ASSERTION, "!\"broken\""},
                    Case{"abort", CUTTLE_BUG_ABORT, "abort"},
                    Case{"null", CUTTLE_BUG_SEGFAULT, "null pointer"},
                    Case{"jump", CUTTLE_BUG_SEGFAULT, "null pointer"},
                    Case{"divide", CUTTLE_BUG_DIVISION_BY_ZERO, "division by zero"},
                    Case{"overflow", CUTTLE_BUG_SEGFAULT, "stack overflow"},
                    Case{"throw", CUTTLE_BUG_UNCAUGHT_EXCEPTION, "std::runtime_error"}),
    [](const auto& info) { return std::string(info.param.behaviour); });

TEST(Server, SegfaultPointsIntoTheProgram) {
  TestServer server("null");
  server.run(42);
  EXPECT_NE(server.first_image().find("server_test_program"), std::string::npos);
  EXPECT_EQ(server.outcome().frames[0].is_return_address, 0u);
}

TEST(Server, ExitsAreNotBugs) {
  const std::pair<const char*, int> exits[] = {
      {"exit", 3}, {"fast-exit", 4}, {"close", 0}, {"handler", 7}, {"jump-out", 0}};
  for (const auto& [behaviour, code] : exits) {
    TestServer server(behaviour);
    const int status = server.run(42);
    EXPECT_TRUE(WIFEXITED(status)) << behaviour;
    EXPECT_EQ(WEXITSTATUS(status), code) << behaviour;
    EXPECT_EQ(server.outcome().kind, CUTTLE_OUTCOME_NONE) << behaviour;
    EXPECT_EQ(server.run(1), 0);
  }
}

TEST(Server, SignalsEndOnlyTheRun) {
  TestServer server("term");
  const int status = server.run(42);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGTERM);
  EXPECT_EQ(server.run(1), 0);
}

TEST(Server, HangingRunsCanBeKilled) {
  TestServer server("hang");
  const int status = server.run(42, 0.2);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(server.run(1), 0);
}

TEST(Server, MemoryIsLimitedWithoutTheShadow) {
  TestServer server("greedy",
                    [](CuttleTraceHeader& trace) { trace.limits.memory_bytes = 1ull << 30; });
  EXPECT_EQ(WEXITSTATUS(server.run(42)), 6);
}

TEST(Server, ForkedChildrenDoNotWriteTheTrace) {
  TestServer server("fork");
  auto* coverage = static_cast<uint8_t*>(cuttle_area(server.trace, CUTTLE_AREA_COVERAGE));
  EXPECT_EQ(server.run(42), 0);
  EXPECT_EQ(coverage[0], 0);
  EXPECT_EQ(server.outcome().kind, CUTTLE_OUTCOME_NONE);
  EXPECT_EQ(server.count(CUTTLE_AREA_READS), 1u);
}

TEST(Server, NothingOutlivesItsRun) {
  TestServer server("daemon");
  EXPECT_EQ(server.run(42), 0);
  EXPECT_EQ(server.run(42), 0);
  // The daemon would still be there as the server's child; the server has waited for it.
}

TEST(Server, ThreadsRecordChoicesAndAreReported) {
  TestServer server("thread");
  EXPECT_EQ(server.run(42), 0);
  EXPECT_EQ(server.count(CUTTLE_AREA_RECORDS), 2u);
  const auto* event =
      static_cast<CuttleLimitation*>(cuttle_area(server.trace, CUTTLE_AREA_LIMITATIONS));
  ASSERT_EQ(server.count(CUTTLE_AREA_LIMITATIONS), 1u);
  EXPECT_EQ(event->reason, CUTTLE_REASON_THREADS);
}

TEST(Server, ManyRunsAreFast) {
  TestServer server("");
  const auto start = std::chrono::steady_clock::now();
  for (uint32_t i = 0; i < 300; ++i) EXPECT_EQ(server.run(i), 0);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  RecordProperty("runs_per_second", static_cast<int>(300 / seconds));
  EXPECT_LT(seconds, 10);
}

}  // namespace
}  // namespace cuttle
