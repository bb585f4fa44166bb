// SPDX-License-Identifier: Apache-2.0
#include "languages/c/runtime/server.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <thread>

#include "engine/trace/layout.h"

namespace cuttle {
namespace {

// A minimal engine: one program, its trace and its control socket.
class Server {
 public:
  explicit Server(const std::string& behaviour, uint64_t memory = 0) {
    const CuttleTraceSizes sizes = cuttle_trace_default_sizes();
    const int fd = memfd_create("trace", MFD_CLOEXEC);
    const uint64_t bytes = cuttle_trace_bytes(&sizes);
    EXPECT_EQ(ftruncate(fd, static_cast<off_t>(bytes)), 0);
    trace = static_cast<CuttleTraceHeader*>(
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0));
    cuttle_trace_init(trace, &sizes);
    trace->limits.memory_bytes = memory;
    int sockets[2];
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets), 0);
    control_ = sockets[0];
    pid_ = fork();
    if (pid_ == 0) {
      const int null = open("/dev/null", O_RDWR);
      for (int i = 0; i < 3; ++i) dup2(null, i);
      dup2(fd, CUTTLE_TRACE_FD);
      dup2(sockets[1], CUTTLE_CONTROL_FD);
      execl(CUTTLE_TEST_PROGRAM, "program", behaviour.c_str(), nullptr);
      _exit(127);
    }
    close(sockets[1]);
    close(fd);
    EXPECT_EQ(receive().kind, CUTTLE_MESSAGE_HELLO);
  }
  ~Server() {
    close(control_);
    int status = 0;
    waitpid(pid_, &status, 0);
    EXPECT_EQ(status, 0);
    munmap(trace, trace->total_size);
  }

  // The wait status of a run with this x; killed after `seconds`.
  int run(uint32_t x, double seconds = 10) {
    cuttle_trace_begin_run(trace);
    const uint32_t v = cuttle_intern_variable(trace, "x", CUTTLE_NO_INDEX, 1, 32, "int");
    auto* variable = static_cast<CuttleVariable*>(cuttle_area(trace, CUTTLE_AREA_VARIABLES)) + v;
    variable->value = x;
    variable->value_run = trace->run;
    const CuttleMessage go = {CUTTLE_MESSAGE_RUN, 0, 0, 0};
    EXPECT_EQ(send(control_, &go, sizeof go, 0), static_cast<ssize_t>(sizeof go));
    const CuttleMessage started = receive();
    EXPECT_EQ(started.kind, CUTTLE_MESSAGE_STARTED);
    timeval wait = {static_cast<time_t>(seconds),
                    static_cast<suseconds_t>(1e6 * (seconds - static_cast<time_t>(seconds)))};
    setsockopt(control_, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
    CuttleMessage done = receive();
    if (done.kind == 0) {
      kill(-static_cast<pid_t>(started.a), SIGKILL);
      done = receive();
    }
    EXPECT_EQ(done.kind, CUTTLE_MESSAGE_DONE);
    return static_cast<int>(done.a);
  }

  const CuttleOutcome& outcome() const { return trace->outcome; }
  uint32_t count(int area) const { return cuttle_area_count(trace, area); }
  std::string first_image() const {
    return outcome().frame_count && outcome().frames[0].image != CUTTLE_NONE
               ? outcome().images + outcome().frames[0].image
               : "";
  }

  CuttleTraceHeader* trace;

 private:
  CuttleMessage receive() {
    CuttleMessage message = {};
    if (recv(control_, &message, sizeof message, 0) != static_cast<ssize_t>(sizeof message))
      message.kind = 0;
    return message;
  }

  int control_;
  pid_t pid_;
};

TEST(Server, RunsShareNodesAndReportChoices) {
  Server server("");
  EXPECT_EQ(server.run(1), 0);
  EXPECT_EQ(server.outcome().kind, CUTTLE_OUTCOME_NONE);
  ASSERT_EQ(server.count(CUTTLE_AREA_CHOICES), 1u);
  const auto* choice = static_cast<CuttleChoice*>(cuttle_area(server.trace, CUTTLE_AREA_CHOICES));
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
  Server server(GetParam().behaviour);
  server.run(42);
  EXPECT_EQ(server.outcome().kind, CUTTLE_OUTCOME_BUG);
  EXPECT_EQ(server.outcome().bug, GetParam().bug) << server.outcome().message;
  EXPECT_NE(std::string(server.outcome().message).find(GetParam().message), std::string::npos)
      << server.outcome().message;
  EXPECT_GT(server.outcome().frame_count, 1u);
  EXPECT_EQ(server.count(CUTTLE_AREA_CHOICES), 1u);
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
  Server server("null");
  server.run(42);
  EXPECT_NE(server.first_image().find("server_test_program"), std::string::npos);
  EXPECT_EQ(server.outcome().frames[0].is_return_address, 0u);
}

TEST(Server, ExitsAreNotBugs) {
  const std::pair<const char*, int> exits[] = {
      {"exit", 3}, {"fast-exit", 4}, {"close", 0}, {"handler", 7}, {"jump-out", 0}};
  for (const auto& [behaviour, code] : exits) {
    Server server(behaviour);
    const int status = server.run(42);
    EXPECT_TRUE(WIFEXITED(status)) << behaviour;
    EXPECT_EQ(WEXITSTATUS(status), code) << behaviour;
    EXPECT_EQ(server.outcome().kind, CUTTLE_OUTCOME_NONE) << behaviour;
    EXPECT_EQ(server.run(1), 0);
  }
}

TEST(Server, SignalsEndOnlyTheRun) {
  Server server("term");
  const int status = server.run(42);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGTERM);
  EXPECT_EQ(server.run(1), 0);
}

TEST(Server, HangingRunsCanBeKilled) {
  Server server("hang");
  const int status = server.run(42, 0.2);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(server.run(1), 0);
}

TEST(Server, MemoryIsLimitedWithoutTheShadow) {
  Server server("greedy", 1ull << 30);
  EXPECT_EQ(WEXITSTATUS(server.run(42)), 6);
}

TEST(Server, ForkedChildrenDoNotWriteTheTrace) {
  Server server("fork");
  auto* coverage = static_cast<uint8_t*>(cuttle_area(server.trace, CUTTLE_AREA_COVERAGE));
  EXPECT_EQ(server.run(42), 0);
  EXPECT_EQ(coverage[0], 0);
  EXPECT_EQ(server.outcome().kind, CUTTLE_OUTCOME_NONE);
  EXPECT_EQ(server.count(CUTTLE_AREA_READS), 1u);
}

TEST(Server, NothingOutlivesItsRun) {
  Server server("daemon");
  EXPECT_EQ(server.run(42), 0);
  EXPECT_EQ(server.run(42), 0);
  // The daemon would still be there as the server's child; the server has waited for it.
}

TEST(Server, ThreadsRecordChoicesAndAreReported) {
  Server server("thread");
  EXPECT_EQ(server.run(42), 0);
  EXPECT_EQ(server.count(CUTTLE_AREA_CHOICES), 2u);
  const auto* event = static_cast<CuttleEvent*>(cuttle_area(server.trace, CUTTLE_AREA_EVENTS));
  ASSERT_EQ(server.count(CUTTLE_AREA_EVENTS), 1u);
  EXPECT_EQ(event->reason, CUTTLE_REASON_THREADS);
}

TEST(Server, ManyRunsAreFast) {
  Server server("");
  const auto start = std::chrono::steady_clock::now();
  for (uint32_t i = 0; i < 300; ++i) EXPECT_EQ(server.run(i), 0);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  RecordProperty("runs_per_second", static_cast<int>(300 / seconds));
  EXPECT_LT(seconds, 10);
}

}  // namespace
}  // namespace cuttle
