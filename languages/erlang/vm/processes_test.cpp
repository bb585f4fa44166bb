// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "languages/erlang/vm/test_machine.h"

namespace cuttle::erlang {
namespace {

class ProcessesTest : public MachineTest {
 protected:
  // Runs main(What) for each row in one machine per code; the texts have to be as expected.
  void expect(const std::string& text,
              const std::vector<std::pair<std::string, std::string>>& rows) {
    for (const auto code : {Machine::Code::plain, instrumented}) {
      const auto machine = start(text, code);
      for (const auto& [what, value] : rows) {
        const Answer answer = machine->run({Term::make_atom(what)}, limits_);
        EXPECT_EQ(answer.text, value) << what << (code == instrumented ? "" : ", plain: ")
                                      << static_cast<int>(answer.kind) << answer.what;
      }
    }
  }
};

TEST_F(ProcessesTest, behave_as_without_us) {
  expect(
      "main(echo) -> P = spawn(fun() -> receive {F, X} -> F ! X end end), P ! {self(), 5},\n"
      "  receive 5 -> five after 1000 -> late end;\n"
      "main(mfa) -> spawn(?MODULE, tell, [self()]), receive told -> ok end;\n"
      "main(monitor) -> {P, R} = spawn_monitor(fun() -> exit(gone) end),\n"
      "  receive {'DOWN', R, process, P, Why} -> Why end;\n"
      "main(link) -> process_flag(trap_exit, true), P = spawn_link(fun() -> exit(bye) end),\n"
      "  receive {'EXIT', P, Why} -> Why end;\n"
      "main(name) -> register(me, spawn(fun() -> receive {F, hello} -> F ! hello_back end end)),\n"
      "  me ! {self(), hello}, receive X -> X end;\n"
      "main(after_all) -> receive nothing -> ok after 10 -> late end;\n"
      "main(sleep) -> timer:sleep(5), slept;\n"
      "main(selective) -> self() ! a, self() ! b, receive b -> receive a -> both end end;\n"
      "main(ring) -> First = self(), Last = lists:foldl(fun(_, To) ->\n"
      "    spawn(fun() -> receive N -> To ! N + 1 end end) end, First, lists:seq(1, 50)),\n"
      "  Last ! 0, receive N -> N end;\n"
      "main(timer) -> erlang:send_after(5, self(), ping), receive ping -> pong end;\n"
      "main(poll) -> S = self(), spawn(fun() -> S ! here end), poll(0);\n"
      "main(apply) -> F = spawn, P = apply(erlang, F, [fun() -> receive stop -> ok end end]),\n"
      "  exit(P, kill), R = erlang:monitor(process, P), receive {'DOWN', R, _, _, W} -> W end;\n"
      "main(badarg) -> catch spawn(1, 2, 3), try spawn(a, b, c) catch error:E -> E end.\n"
      "tell(To) -> To ! told.\n"
      "poll(N) -> receive here -> got_it after 0 -> poll(N + 1) end.\n",
      {{"echo", "five"},
       {"mfa", "ok"},
       {"monitor", "gone"},
       {"link", "bye"},
       {"name", "hello_back"},
       {"after_all", "late"},
       {"sleep", "slept"},
       {"selective", "both"},
       {"ring", "50"},
       {"timer", "pong"},
       {"poll", "got_it"},
       {"badarg", "badarg"}});
}

TEST_F(ProcessesTest, behaviours_of_otp) {
  limits_.seconds = 10;
  write("m_fsm.erl",
        "-module(m_fsm).\n-export([init/1, callback_mode/0, handle_event/4]).\n"
        "callback_mode() -> handle_event_function.\ninit(S) -> {ok, S, none}.\n"
        "handle_event({call, F}, push, off, D) -> {next_state, on, D, [{reply, F, on}]};\n"
        "handle_event({call, F}, push, on, D) -> {next_state, off, D, [{reply, F, off}]}.\n");
  write("m_sup.erl",
        "-module(m_sup).\n-export([init/1]).\n"
        "init([]) -> {ok, {#{}, [#{id => a, start => {gen_server, start_link, [m, 7, []]}}]}}.\n");
  expect(
      "-behaviour(gen_server).\n"
      "main(server) -> {ok, P} = gen_server:start_link({local, counter}, ?MODULE, 1, []),\n"
      "  gen_server:cast(counter, {add, 4}), V = gen_server:call(P, get), gen_server:stop(P), V;\n"
      "main(crash) -> process_flag(trap_exit, true), {ok, P} = gen_server:start_link(?MODULE, 1, "
      "[]),\n"
      "  {'EXIT', {{nope, _}, _}} = (catch gen_server:call(P, crash)), crashed;\n"
      "main(statem) -> {ok, P} = gen_statem:start_link(m_fsm, off, []), on = gen_statem:call(P, "
      "push),\n"
      "  off = gen_statem:call(P, push), toggled;\n"
      "main(supervisor) -> {ok, S} = supervisor:start_link(m_sup, []),\n"
      "  [{_, P, _, _}] = supervisor:which_children(S), gen_server:call(P, get).\n"
      "init(N) -> {ok, N}.\n"
      "handle_call(get, _, N) -> {reply, N, N};\n"
      "handle_call(crash, _, _) -> error(nope).\n"
      "handle_cast({add, M}, N) -> {noreply, N + M}.\n",
      {{"server", "5"}, {"crash", "crashed"}, {"statem", "toggled"}, {"supervisor", "7"}});
}

TEST_F(ProcessesTest, faults_are_told) {
  const std::string text =
      "main(deadlock) -> S = self(), P = spawn(fun() -> receive a -> S ! b end end),\n"
      "  receive b -> P ! a end;\n"
      "main(crash) -> spawn(fun() -> throw(oops) end), fine;\n"
      "main(error) -> spawn(fun() -> atom_to_list(main(one)) + 1 end), fine;\n"
      "main(one) -> one;\n"
      "main(orphan) -> P = spawn(fun() -> receive stop -> ok end end), P ! other, P ! more, fine;\n"
      "main(linked) -> spawn_link(fun() -> exit(reason) end), receive after 1000 -> survived "
      "end.\n";
  const auto machine = start(text);
  const auto run = [&](const char* what) { return machine->run({Term::make_atom(what)}, limits_); };
  EXPECT_EQ(run("deadlock").kind, Answer::Kind::deadlock);
  Answer answer = run("crash");
  EXPECT_EQ(answer.text, "fine");
  ASSERT_EQ(answer.crashes.size(), 1u);
  EXPECT_EQ(answer.crashes[0].substr(0, 11), "throw: oops");
  answer = run("error");
  ASSERT_EQ(answer.crashes.size(), 1u);
  EXPECT_TRUE(answer.crashes[0].starts_with("error: badarith at")) << answer.crashes[0];
  EXPECT_TRUE(answer.crashes[0].ends_with("m.erl:6")) << answer.crashes[0];
  answer = run("orphan");
  EXPECT_EQ(answer.orphans, 2u);
  EXPECT_EQ(answer.processes, 1u);
  answer = run("linked");
  EXPECT_EQ(answer.kind, Answer::Kind::raised);
  EXPECT_EQ(answer.text, "reason");

  const auto plain = start(text, Machine::Code::plain);
  EXPECT_EQ(plain->run({Term::make_atom("deadlock")}, limits_).kind, Answer::Kind::deadlock);
  answer = plain->run({Term::make_atom("error")}, limits_);
  ASSERT_EQ(answer.crashes.size(), 1u);
  EXPECT_TRUE(answer.crashes[0].starts_with("error: badarith at")) << answer.crashes[0];
  EXPECT_TRUE(answer.crashes[0].ends_with("m.erl:6")) << answer.crashes[0];
}

// Time passes when nobody can do anything else, and then at once: in the right order.
TEST_F(ProcessesTest, time_is_not_waited_for) {
  const auto machine = start(
      "main(hour) -> receive x -> ok after 3600000 -> late end;\n"
      "main(sleep) -> timer:sleep(3600000), slept;\n"
      "main(other) -> self() ! y, receive x -> ok after 3600000 -> late end;\n"
      "main(order) -> S = self(), [spawn(fun() -> timer:sleep(T), S ! T end) || T <- [3000, 1000, "
      "2000]],\n"
      "  [receive X -> X end || _ <- [1, 2, 3]];\n"
      "main(in_time) -> S = self(), spawn(fun() -> timer:sleep(90000), S ! x end),\n"
      "  receive x -> in_time after 100000 -> late end;\n"
      "main(too_late) -> S = self(), spawn(fun() -> timer:sleep(90000), S ! x end),\n"
      "  receive x -> in_time after 80000 -> late end;\n"
      "main(busy) -> S = self(), spawn(fun() -> work(300000), S ! x end),\n"
      "  receive x -> in_time after 1 -> late end;\n"
      "main(bad) -> receive x -> ok after nonsense -> late end.\n"
      "work(0) -> ok;\nwork(N) -> work(N - 1).\n");
  const std::pair<const char*, const char*> rows[] = {
      {"hour", "late"},       {"other", "late"},
      {"sleep", "slept"},     {"order", "[1000,2000,3000]"},
      {"in_time", "in_time"}, {"too_late", "late"},
      {"busy", "in_time"},    {"bad", "timeout_value"}};
  for (const auto& [what, value] : rows) {
    const Answer answer = machine->run({Term::make_atom(what)}, limits_);
    EXPECT_EQ(answer.text, value) << what << ": " << answer.what;
  }
}

// The same test case gives the same events: who runs is not left to chance.
TEST_F(ProcessesTest, the_order_is_fixed) {
  const auto machine = start(
      "main(N) -> S = self(), [spawn(fun() -> work(I * 50), S ! I end) || I <- lists:seq(N, 1, "
      "-1)],\n"
      "  [receive X -> X end || _ <- lists:seq(1, N)].\n"
      "work(0) -> ok;\nwork(N) -> work(N - 1).\n");
  std::string first;
  for (int i = 0; i < 5; ++i) {
    const Answer answer = machine->run({integer(6)}, limits_);
    if (first.empty()) first = answer.text;
    EXPECT_EQ(answer.text, "[6,5,4,3,2,1]");
  }
}

}  // namespace
}  // namespace cuttle::erlang
