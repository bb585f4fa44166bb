// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/replay/replayer.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "languages/erlang/replay/test_replay.h"

namespace cuttle::erlang::replay {
namespace {

// A recorded run of a sample.
struct Sample {
  explicit Sample(const std::string& name)
      : module(decode_core(sample_bytes(name + ".core"))),
        args(elements_of(*decode_etf(sample_bytes(name + ".args")))),
        events(words_of(sample_bytes(name + ".events"))),
        replay(args),
        replayer(replay.skeleton, replay.names.atoms, replay.names.keys) {
    replayer.add(*module);
  }
  Replayed run(const RunLimits& limits = {}) {
    return replayer.replay({module->name, "main", replay.inputs.size()}, replay.inputs, events,
                           false, replay.test, limits);
  }

  Result<CoreModule> module;
  std::vector<Term> args;
  std::vector<uint64_t> events;
  TestReplay replay;
  Replayer replayer;
};

TEST(Replayer, FollowsTheSamples) {
  for (const char* name : sample_names) {
    SCOPED_TRACE(name);
    Sample sample(name);
    Replayed run = sample.run();
    sample.replay.check(run);
    EXPECT_FALSE(run.truncated);
    EXPECT_GT(run.choices.size(), 0u);
    EXPECT_GT(run.lines.size(), 0u);
  }
}

// Each element is an integer in a cell, then the end; then the sum is 42 or not.
TEST(Replayer, AListThatSumsTo42) {
  Sample sample("sum");
  Replayed run = sample.run();
  ASSERT_EQ(run.choices.size(), 5u);
  EXPECT_TRUE(run.limitations.empty());
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(run.choices[i].taken, i < 3 ? 1u : 0u);
    EXPECT_EQ(run.choices[i].others_count, 2u);  // the other clause, and none
  }
  EXPECT_EQ(run.choices[4].taken, 0u);
  EXPECT_EQ(to_string(sample.replayer.sites()[run.choices[4].site]), "sum.erl:7");
}

// Example 2 of the paper, event by event.
TEST(Replayer, TracesAppendAsThePaperDoes) {
  Sample sample("append");
  sample.replayer.set_trace(true);
  const std::vector<std::string> events = {
      "call([X], [W], W, [X, X])",
      "case([X, Y], [W1, W2], 2, X, [H|T], [(1, X, []), (2, X, [H|T])])",
      "call([X, Y], [W1, W2], W2, [T, Y])",
      "case([X, Y], [W1, W2], 1, X, [], [(1, X, []), (2, X, [H|T])])",
      "exitcase([X, Y], [W1, W2], W1, Y)",
      "exit([X, Y], [W1, W2], W1)",
      "exitcase([X, Y], [W1, W2], W1, [H|W2])",
      "exit([X, Y], [W1, W2], W1)",
      "exit([X], [W], W)",
  };
  EXPECT_EQ(sample.run().trace, events);
}

// Bound values, and exceptions that end calls without a result.
TEST(Replayer, TracesBindingsAndExceptions) {
  Sample sample("caught");
  sample.replayer.set_trace(true);
  const std::vector<std::string> lines = sample.run().trace;
  auto count = [&](const char* what) {
    return std::count_if(lines.begin(), lines.end(),
                         [&](const std::string& line) { return line.starts_with(what); });
  };
  EXPECT_EQ(count("call("), 1);
  EXPECT_EQ(count("exit("), 2);
  EXPECT_EQ(count("case("), count("exitcase("));
}

TEST(Replayer, StopsAtTheBound) {
  Sample sample("sum");
  RunLimits limits;
  limits.choices = 2;
  Replayed run = sample.run(limits);
  EXPECT_TRUE(run.truncated);
  EXPECT_EQ(run.choices.size(), 2u);
}

// Whatever is cut off or changed, a replay ends, and what it says is true.
TEST(Replayer, SurvivesDamagedEvents) {
  for (const char* name : sample_names) {
    SCOPED_TRACE(name);
    Sample sample(name);
    const std::vector<uint64_t> whole = sample.events;
    for (size_t cut = 0; cut < whole.size(); ++cut) {
      sample.events.assign(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(cut));
      sample.replay.check(sample.run());
    }
    for (size_t i = 0; i < whole.size(); ++i) {
      for (uint64_t flip : {uint64_t{1}, uint64_t{1} << 56, uint64_t{7} << 56, ~uint64_t{0}}) {
        sample.events = whole;
        sample.events[i] ^= flip;
        Replayed run = sample.run();
        term::Inputs now(sample.replay.skeleton);
        now.begin(run.inputs);
        for (const Choice& choice : run.choices) EXPECT_TRUE(now.is_true(choice.condition));
      }
    }
  }
}

TEST(Replayer, AnUnknownEntryIsSaid) {
  Sample sample("sum");
  Replayed run =
      sample.replayer.replay({"sum", "nothing", 1}, sample.replay.inputs, {}, false, {}, {});
  ASSERT_EQ(run.limitations.size(), 1u);
  EXPECT_EQ(run.limitations[0].reason, Reason::disagreement);
}

}  // namespace
}  // namespace cuttle::erlang::replay
