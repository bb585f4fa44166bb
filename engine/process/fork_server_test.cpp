// SPDX-License-Identifier: Apache-2.0
#include "engine/process/fork_server.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>

#include "engine/trace/memory.h"

namespace cuttle {
namespace {

using How = ForkServer::Ending::How;

// A program of ours with a trace of its own.
class Server {
 public:
  explicit Server(const std::string& link, const std::string& behaviour,
                  const std::string& where = "here")
      : trace(TraceMemory::create().value()) {
    options.program = CUTTLE_TEST_PROGRAM;
    options.arguments = {link, behaviour, where};
    options.trace_fd = trace->fd();
    options.by_name = link == "named";
    options.start_seconds = 20;
    options.ready = "HELLO";
  }
  // Starts it; the error when that fails.
  std::string start() {
    auto started = ForkServer::start(options);
    if (!started) return started.error().message;
    server = std::move(*started);
    return {};
  }
  ForkServer::Ending run(double seconds = 20) {
    cuttle_trace_begin_run(trace->header());
    return server->run(seconds, false);
  }

  std::unique_ptr<TraceMemory> trace;
  ForkServer::Options options;
  std::unique_ptr<ForkServer> server;
};

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

class Link : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(All, Link, testing::Values("inherited", "named"),
                         [](const auto& info) { return std::string(info.param); });

TEST_P(Link, RunsShareTheTrace) {
  for (const char* where : {"here", "forks"}) {
    Server one(GetParam(), "fine", where);
    ASSERT_EQ(one.start(), "");
    for (uint32_t i = 1; i <= 3; ++i) {
      const auto ending = one.run();
      EXPECT_EQ(ending.how, How::ended) << ending.why;
      EXPECT_EQ(one.trace->header()->choices_total, 1000u + i);
    }
    EXPECT_TRUE(one.server->alive());
  }
}

TEST_P(Link, TheProgramSaysHowARunEnded) {
  Server one(GetParam(), "fine");
  ASSERT_EQ(one.start(), "");
  EXPECT_EQ(one.run().wait_status, 3 << 8);
  EXPECT_EQ(one.server->said(), "a word\n");
}

TEST_P(Link, ARunInAProcessOfItsOwnDiesAlone) {
  Server one(GetParam(), "crash", "forks");
  ASSERT_EQ(one.start(), "");
  for (int i = 0; i < 2; ++i) {
    const auto ending = one.run();
    EXPECT_EQ(ending.how, How::ended);
    EXPECT_EQ(WTERMSIG(ending.wait_status), SIGSEGV);
    EXPECT_TRUE(one.server->alive());
  }
}

TEST_P(Link, ARunThatTakesTheProgramWithItIsARun) {
  Server crash(GetParam(), "crash"), exit(GetParam(), "exit");
  ASSERT_EQ(crash.start(), "");
  const auto crashed = crash.run();
  EXPECT_EQ(crashed.how, How::ended);
  EXPECT_EQ(WTERMSIG(crashed.wait_status), SIGSEGV);
  EXPECT_FALSE(crash.server->alive());
  EXPECT_EQ(crash.server->said(), "a word\n");
  ASSERT_EQ(exit.start(), "");
  const auto exited = exit.run();
  EXPECT_EQ(exited.how, How::ended);
  EXPECT_EQ(WEXITSTATUS(exited.wait_status), 7);
  EXPECT_FALSE(exit.server->alive());
}

TEST_P(Link, LateRunsAreEnded) {
  for (const char* where : {"here", "forks"})
    for (const char* behaviour : {"hang", "loop"}) {
      Server one(GetParam(), behaviour, where);
      ASSERT_EQ(one.start(), "");
      EXPECT_EQ(one.run(0.2).how, How::timed_out) << where << ' ' << behaviour;
      EXPECT_EQ(one.server->alive(), std::string(where) == "forks");
    }
  Server deaf(GetParam(), "deaf");
  ASSERT_EQ(deaf.start(), "");
  EXPECT_EQ(deaf.run(0.1).how, How::timed_out);
}

TEST_P(Link, SaysWhyAProgramDoesNotStart) {
  const std::pair<const char*, const char*> cases[] = {
      {"die-first", "ended before HELLO (exit code 5)"},
      {"die-connected", "ended before HELLO (exit code 6)"},
      {"other-word", "said something else than HELLO: a message of kind 4"},
      {"old", "speaks version 1 of the trace, and this Cuttle version "},
      {"close-first", "HELLO"},
      {"half-hello", "HELLO"}};
  for (const auto& [behaviour, text] : cases) {
    Server one(GetParam(), behaviour);
    const bool silent = std::string(text) == "HELLO";
    one.options.start_seconds = silent ? 0.3 : 20;
    EXPECT_NE(one.start().find(text), std::string::npos) << behaviour << ": " << one.start();
  }
}

TEST_P(Link, NoSilenceNorNoiseLastsForEver) {
  const auto begin = std::chrono::steady_clock::now();
  for (const char* behaviour : {"no-started", "talk"}) {
    Server one(GetParam(), behaviour);
    ASSERT_EQ(one.start(), "");
    const auto ending = one.run(0.1);
    EXPECT_EQ(ending.how, How::server_died) << behaviour;
    EXPECT_FALSE(ending.why.empty());
    EXPECT_FALSE(one.server->alive());
  }
  Server gone(GetParam(), "hang-up");
  ASSERT_EQ(gone.start(), "");
  EXPECT_NE(gone.run(0.1).how, How::timed_out);
  EXPECT_FALSE(gone.server->alive());
  EXPECT_LT(seconds_since(begin), 20);
}

// The group to be killed is what the program says: it may name only one of its own session.
TEST_P(Link, NobodyElseIsKilled) {
  const pid_t victim = fork();
  if (victim == 0) {
    setpgid(0, 0);
    while (true) pause();
  }
  setpgid(victim, victim);
  Server one(GetParam(), "others");
  one.options.environment = {{"VICTIM", std::to_string(victim)}};
  ASSERT_EQ(one.start(), "");
  EXPECT_EQ(one.run(0.1).how, How::server_died);
  EXPECT_EQ(waitpid(victim, nullptr, WNOHANG), 0);
  kill(victim, SIGKILL);
  waitpid(victim, nullptr, 0);
}

TEST_P(Link, RunsFindTheirFoldersFresh) {
  const TemporaryFolder work;
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(work.path());
  for (const char* where : {"here", "forks"}) {
    Server one(GetParam(), "write", where);
    ASSERT_EQ(one.start(), "");
    for (int i = 0; i < 3; ++i) {
      const auto ending = one.run();
      EXPECT_EQ(ending.how, How::ended) << ending.why;
      EXPECT_EQ(one.trace->header()->choices_total, 2u) << "the file of an earlier run is there";
    }
    EXPECT_TRUE(one.server->alive());
  }
  // One that cannot be told is started again.
  Server stale(GetParam(), "write-stale");
  ASSERT_EQ(stale.start(), "");
  EXPECT_EQ(stale.run().how, How::ended);
  const auto second = stale.run();
  EXPECT_EQ(second.how, How::server_died);
  EXPECT_TRUE(second.unheard);
  EXPECT_FALSE(stale.server->alive());
  EXPECT_TRUE(std::filesystem::is_empty(work.path()));
  std::filesystem::current_path(before);
}

TEST_P(Link, AttemptsBelongToTheRun) {
  Server one(GetParam(), "set-clock", "forks");
  ASSERT_EQ(one.start(), "");
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(one.run().how, How::ended);
    EXPECT_EQ(one.trace->header()->choices_total, static_cast<uint64_t>(EPERM));
    const auto attempts = one.server->take_attempts();
    ASSERT_EQ(attempts.size(), 1u);
    EXPECT_EQ(attempts[0].call, "settimeofday");
    EXPECT_FALSE(attempts[0].loss);
  }
}

TEST_P(Link, ARunDoesNotEndWhoMakesTheRuns) {
  Server one(GetParam(), "end-parent", "forks");
  ASSERT_EQ(one.start(), "");
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(one.run().how, How::ended);
    const auto attempts = one.server->take_attempts();
    ASSERT_EQ(attempts.size(), 1u);
    EXPECT_EQ(attempts[0].call, "kill");
    EXPECT_TRUE(attempts[0].loss);
  }
  EXPECT_TRUE(one.server->alive());
}

TEST(ForkServer, UnaskedAnswersAreForgotten) {
  Server one("named", "twice");
  ASSERT_EQ(one.start(), "");
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(one.run().wait_status, 3 << 8);
    usleep(20'000);  // the second answer is there
  }
}

TEST(ForkServer, MessagesMayComeInParts) {
  Server one("named", "slow-parts");
  ASSERT_EQ(one.start(), "");
  EXPECT_EQ(one.run().wait_status, 3 << 8);
}

TEST(ForkServer, SaysWhatTheProgramSaid) {
  ForkServer::Options options;
  options.program = "/bin/sh";
  options.arguments = {"-c", "echo no luck >&2; exit 1"};
  options.trace_fd = 0;
  const auto failed = ForkServer::start(options);
  ASSERT_FALSE(failed);
  EXPECT_NE(failed.error().message.find("ended before main (exit code 1):\nno luck"),
            std::string::npos);
  options.program = "/bin/sleep";
  options.arguments = {"60"};
  options.start_seconds = 0.1;
  const auto late = ForkServer::start(options);
  ASSERT_FALSE(late);
  EXPECT_NE(late.error().message.find("does not reach main"), std::string::npos);
  options.program = "/no/such/program";
  const auto absent = ForkServer::start(options);
  ASSERT_FALSE(absent);
  EXPECT_NE(absent.error().message.find("cannot be executed"), std::string::npos);
}

TEST(ForkServer, MemoryOfTheProgramIsBounded) {
  ForkServer::Options options;
  options.program = "/bin/sh";
  options.arguments = {"-c", "ulimit -d >&2; exit 1"};
  options.trace_fd = 0;
  options.data_bytes = 64u << 20;
  const auto failed = ForkServer::start(options);
  ASSERT_FALSE(failed);
  EXPECT_NE(failed.error().message.find("65536"), std::string::npos) << failed.error().message;
}

}  // namespace
}  // namespace cuttle
