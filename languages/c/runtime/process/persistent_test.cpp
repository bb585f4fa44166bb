// SPDX-License-Identifier: Apache-2.0
#include "languages/c/runtime/process/persistent.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <chrono>

#include "languages/c/runtime/testing/test_server.h"

namespace cuttle {
namespace {

TEST(Persistent, RunsStayInOneProcessAndSeeFreshState) {
  TestServer server("state", [](CuttleTraceHeader& trace) { trace.persistent = 1; });
  for (uint32_t i = 0; i < 200; ++i) {
    const int status = server.run(42);
    ASSERT_TRUE(WIFEXITED(status)) << i;
    ASSERT_EQ(WEXITSTATUS(status), 0) << "run " << i << " saw traces of another one";
    ASSERT_EQ(server.count(CUTTLE_AREA_RECORDS), 1u);
    ASSERT_EQ(server.count(CUTTLE_AREA_READS), 1u);
  }
  EXPECT_GT(server.trace->persistent_runs, 190u);
}

TEST(Persistent, ExitCodesAndRejections) {
  TestServer server("exit", [](CuttleTraceHeader& trace) { trace.persistent = 1; });
  EXPECT_EQ(WEXITSTATUS(server.run(42)), 3);
  EXPECT_EQ(server.run(1), 0);
  EXPECT_EQ(WEXITSTATUS(server.run(42)), 3);
  EXPECT_EQ(server.trace->persistent_runs, 3u);
}

TEST(Persistent, CrashesEndTheProcessOnly) {
  TestServer server("null", [](CuttleTraceHeader& trace) { trace.persistent = 1; });
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(server.run(1), 0);
    server.run(42);
    EXPECT_EQ(server.outcome().kind, CUTTLE_OUTCOME_BUG);
    EXPECT_EQ(server.outcome().bug, CUTTLE_BUG_SEGFAULT);
  }
}

TEST(Persistent, WhatCannotBeUndoneEndsTheProcess) {
  for (const char* behaviour : {"thread", "fork", "close", "handler-installed"}) {
    TestServer server(behaviour, [](CuttleTraceHeader& trace) { trace.persistent = 1; });
    for (int i = 0; i < 4; ++i) {
      EXPECT_EQ(server.run(42), 0) << behaviour;
      EXPECT_EQ(server.outcome().kind, CUTTLE_OUTCOME_NONE) << behaviour;
      EXPECT_EQ(server.run(1), 0) << behaviour;
    }
  }
}

TEST(Persistent, GivesUpWhereItIsOfNoUse) {
  TestServer server("fork", [](CuttleTraceHeader& trace) { trace.persistent = 1; });
  for (int i = 0; i < 12; ++i) EXPECT_EQ(server.run(42), 0);
  EXPECT_EQ(server.trace->persistent, 0u);
}

TEST(Persistent, HangingRunsCanBeKilled) {
  TestServer server("hang", [](CuttleTraceHeader& trace) { trace.persistent = 1; });
  EXPECT_EQ(server.run(1), 0);
  EXPECT_TRUE(WIFSIGNALED(server.run(42, 0.2)));
  EXPECT_EQ(server.run(1), 0);
}

TEST(Persistent, IsMuchFasterThanForking) {
  TestServer server("", [](CuttleTraceHeader& trace) { trace.persistent = 1; });
  server.run(1);
  const auto start = std::chrono::steady_clock::now();
  for (uint32_t i = 0; i < 2000; ++i) ASSERT_EQ(server.run(i), 0);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  RecordProperty("runs_per_second", static_cast<int>(2000 / seconds));
  EXPECT_LT(seconds, 10);
}

}  // namespace
}  // namespace cuttle
