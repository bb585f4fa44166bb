// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/vm/machine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "languages/erlang/term/print.h"
#include "languages/erlang/vm/test_machine.h"

namespace cuttle::erlang {
namespace {

TEST_F(MachineTest, returns_and_raises) {
  const std::string text = "main(X) when X > 3 -> lists:map(fun(Y) -> Y + X end, [1, 2, X]).\n";
  Answer answer = both(text, {integer(4)});
  ASSERT_EQ(answer.kind, Answer::Kind::returned) << answer.what;
  EXPECT_EQ(to_text(answer.value), "[5,6,8]");
  answer = both(text, {integer(3)});
  ASSERT_EQ(answer.kind, Answer::Kind::raised);
  EXPECT_EQ(answer.text, "function_clause");
  ASSERT_FALSE(answer.stack.empty());
  EXPECT_EQ(answer.stack[0].module + ":" + answer.stack[0].function, "m:main");
  EXPECT_EQ(answer.stack[0].line, 3u);
}

TEST_F(MachineTest, events_and_coverage) {
  const auto machine = start("main(0) -> zero;\nmain(N) -> main(N - 1).\n");
  machine->run({integer(3)}, limits_);
  EXPECT_EQ(count(machine->events(), 1), 4u);
  EXPECT_FALSE(machine->truncated());
  ASSERT_EQ(machine->coverage().size(), program_.points);
  machine->run({integer(0)}, limits_);
  EXPECT_EQ(count(machine->events(), 1), 1u);
  EXPECT_EQ(machine->coverage()[0], 1);
  EXPECT_EQ(machine->coverage()[1], 0);
}

TEST_F(MachineTest, tail_calls_need_no_memory) {
  limits_.memory_bytes = 2u << 20;  // a frame for each call would be 80 MB
  limits_.seconds = 60;
  const auto machine = start("main(0) -> done;\nmain(N) -> main(N - 1).\n");
  const Answer answer = machine->run({integer(5'000'000)}, limits_);
  EXPECT_EQ(answer.kind, Answer::Kind::returned) << answer.what;
}

TEST_F(MachineTest, a_run_cannot_hurt) {
  limits_.seconds = 0.5;
  const auto machine = start(
      "main(halt) -> halt(3);\n"
      "main(stop) -> init:stop(), ok;\n"
      "main(loop) -> main(loop);\n"
      "main(flood) -> self() ! flood, main(flood);\n"
      "main(memory) -> grow([]);\n"
      "main(binary) -> binary(<<0:80000>>);\n"
      "main(wait) -> receive nothing -> ok end;\n"
      "main(kill) -> os:cmd(\"kill -9 \" ++ os:getpid());\n"
      "main(bignum) -> pow(3, 1);\n"
      "main(processes) -> spawn(fun() -> main(processes) end), main(processes);\n"
      "main(atoms) -> atoms(0);\n"
      "main(table) -> ets:new(t, [named_table]);\n"
      "main(name) -> register(own, self());\n"
      "main(fine) -> ok.\n"
      "atoms(N) -> list_to_atom(\"atom\" ++ integer_to_list(N)), atoms(N + 1).\n"
      "grow(L) -> grow([L, L, 1, 2, 3 | L]).\n"
      "binary(B) -> binary(<<B/binary, B/binary>>).\n"
      "pow(X, N) -> pow(X * X, N + 1).\n");
  const auto outcome = [&](const char* what) {
    const Answer answer = machine->run({Term::make_atom(what)}, limits_);
    const Answer after = machine->run({Term::make_atom("fine")}, limits_);
    EXPECT_EQ(after.kind, Answer::Kind::returned) << what << ": " << after.what;
    return answer;
  };
  Answer answer = outcome("halt");
  EXPECT_EQ(answer.kind, Answer::Kind::halted);
  EXPECT_EQ(answer.status, 3);
  EXPECT_EQ(outcome("stop").kind, Answer::Kind::halted);
  for (const char* what : {"loop", "flood", "memory", "binary", "bignum", "processes"}) {
    answer = outcome(what);
    EXPECT_EQ(answer.kind, Answer::Kind::limit) << what << ": " << answer.what;
    EXPECT_TRUE(answer.what == "time" || answer.what == "memory") << what << ": " << answer.what;
  }
  limits_.seconds = 60;  // there is space for a million atoms
  EXPECT_EQ(outcome("atoms").what, "atoms");
  limits_.seconds = 0.5;
  EXPECT_EQ(outcome("wait").kind, Answer::Kind::deadlock);
  // Where walls keep a program from ending its server, the signal is refused.
  const Answer::Kind killed = outcome("kill").kind;
  EXPECT_TRUE(killed == Answer::Kind::lost || killed == Answer::Kind::returned);
  EXPECT_EQ(outcome("table").kind, Answer::Kind::returned);
  EXPECT_EQ(outcome("table").kind, Answer::Kind::returned);
  EXPECT_EQ(outcome("name").kind, Answer::Kind::returned);
  EXPECT_EQ(outcome("name").kind, Answer::Kind::returned);
}

// The same program with and without the NIF: the same words but for pids and references.
TEST_F(MachineTest, events_without_a_nif) {
  setenv("CUTTLE_ERLANG_NIF", "off", 1);
  auto other = find_toolchain();
  unsetenv("CUTTLE_ERLANG_NIF");
  ASSERT_TRUE(other) << other.error().message;
  EXPECT_FALSE(other->has_nif);
  const std::string text =
      "main(N) ->\n"
      "  P = spawn(fun() -> receive {From, X} -> From ! X * 2 end end),\n"
      "  P ! {self(), N}, L = [catch atom_to_list(X) || X <- [N, a]],\n"
      "  receive Y when Y > 3 -> {Y, length(L)} after 1000 -> late end.\n";
  const auto with = start(text);
  auto without = Machine::start(*other, program_, instrumented, limits_);
  ASSERT_TRUE(without) << without.error().message;
  const auto kinds = [](std::span<const uint64_t> events) {
    std::string kinds;
    for (unsigned kind = 1; kind <= 11; ++kind) kinds += std::to_string(count(events, kind)) + " ";
    return kinds;
  };
  for (int i = 0; i < 2; ++i) {
    const Answer a = with->run({integer(7)}, limits_), b = (*without)->run({integer(7)}, limits_);
    EXPECT_EQ(a.text, "{14,2}");
    EXPECT_EQ(a.text, b.text) << b.what;
    EXPECT_EQ(kinds(with->events()), kinds((*without)->events()));
    EXPECT_EQ(with->events().size(), (*without)->events().size());
    EXPECT_TRUE(std::ranges::equal(with->coverage(), (*without)->coverage()));
  }
  // A batch and more.
  const auto loop = start("main(0) -> ok;\nmain(N) -> main(N - 1).\n");
  auto slow = Machine::start(*other, program_, instrumented, limits_);
  ASSERT_TRUE(slow);
  loop->run({integer(1234)}, limits_);
  (*slow)->run({integer(1234)}, limits_);
  // The first event tells the pid, which is the machine's own.
  const auto rest = [](std::span<const uint64_t> events) {
    return events.subspan(2 + (events[1] + 7) / 8);
  };
  EXPECT_TRUE(std::ranges::equal(rest(loop->events()), rest((*slow)->events())));
}

TEST_F(MachineTest, bad_programs_get_clear_errors) {
  write("bad.erl", "-module(bad).\n-export([f/1]).\nf(X) -> Y.\n");
  auto program = prepared("bad.erl", "");
  ASSERT_FALSE(program);
  EXPECT_NE(program.error().message.find("bad.erl:3:9: variable 'Y' is unbound"), std::string::npos)
      << program.error().message;
  write("good.erl",
        "-module(good).\n-export([first/1, second/2]).\nfirst(X) -> X.\nsecond(X, _) -> X.\n");
  program = prepared("good.erl", "frist/1");
  ASSERT_FALSE(program);
  EXPECT_NE(program.error().hint.find("first/1"), std::string::npos) << program.error().hint;
  program = prepared("good.erl", "second/1");
  ASSERT_FALSE(program);
  EXPECT_NE(program.error().hint.find("second/2"), std::string::npos) << program.error().hint;
  EXPECT_FALSE(prepared("none.erl", ""));
}

}  // namespace
}  // namespace cuttle::erlang
