# SPDX-License-Identifier: Apache-2.0
"""Orders of messages, tables, names and time-outs: each class of them is run once, with the inputs that it needs; its bugs are
replayed in their order."""

import re

import harness
import support

HEAD = "-module(m).\n-compile([export_all, nowarn_export_all]).\n"


class Orders(harness.ErlangTest):
    def explore(self, body, *options, arity=0, code=0):
        self.write("m.erl", HEAD + body)
        return self.explored("m.erl", "--function", f"f/{arity}", "--list", *options, code=code)

    def every(self, body, paths, *messages, arity=0, options=()):
        """So many classes of runs, none twice, and these bugs."""
        summary, done = self.explore(body, *options, arity=arity, code=1 if messages else 0)
        self.assertEqual({bug["message"] for bug in summary["bugs"]}, set(messages), done.stdout_text)
        self.assertEqual((summary["paths"], summary["runs"]), (paths, paths), done.stdout_text)
        self.assertEqual(summary["schedule"]["redundant"], 0)
        self.assertTrue(summary["exhausted"], summary["incomplete"])
        return done

    def test_messages_of_several_processes(self):
        done = self.every("f() -> S = self(), [spawn(fun() -> S ! I end) || I <- [1, 2, 3]], [receive X -> X end || _ <- [1, 2, 3]].\n", 6)
        self.assertEqual(sorted(outcome for _, outcome in self.cases(done)),
                         ["[1,2,3]", "[1,3,2]", "[2,1,3]", "[2,3,1]", "[3,1,2]", "[3,2,1]"])

    def test_what_does_not_meet_is_not_exchanged(self):
        self.every("f() -> S = self(), Ps = [spawn(fun() -> receive go -> S ! {self(), I} end end) || I <- [1, 2, 3]],\n"
                   "[begin P ! go, receive {P, X} -> X end end || P <- Ps].\n", 1)

    def test_an_order_with_its_inputs(self):
        self.every("-spec f(integer()) -> any().\nf(X) -> S = self(), spawn(fun() -> S ! {a, X} end), spawn(fun() -> S ! {b, X + 1} end),\n"
                   "{First, N} = receive A -> A end, receive _ -> ok end,\n"
                   "if First =:= b, N =:= 43 -> error(found); true -> ok end.\n", 3, "error: found", arity=1)

    def test_table_that_two_processes_change(self):
        self.every("f() -> T = ets:new(t, [public]), ets:insert(T, {n, 0}), S = self(),\n"
                   "[spawn(fun() -> [{n, V}] = ets:lookup(T, n), ets:insert(T, {n, V + 1}), S ! done end) || _ <- [1, 2]],\n"
                   "receive done -> ok end, receive done -> ok end, [{n, 2}] = ets:lookup(T, n).\n", 8, "error: {badmatch,[{n,1}]}")

    def test_names(self):
        self.every("f() -> {P, R} = spawn_monitor(fun() -> register(me, self()) end),\n"
                   "case whereis(me) of undefined -> ok; P -> error(early) end, receive {'DOWN', R, _, _, _} -> ok end.\n",
                   3, "error: early")

    def test_deadlock_of_two_locks(self):
        locks = ("lock() -> receive {take, P} -> P ! {got, self()}, receive free -> lock() end end.\n"
                 "take(L) -> L ! {take, self()}, receive {got, L} -> ok end.\n"
                 "f() -> A = spawn(fun lock/0), B = spawn(fun lock/0), S = self(),\n"
                 "spawn(fun() -> take(A), take(B), B ! free, A ! free, S ! done end),\n"
                 "spawn(fun() -> take(%s), take(%s), A ! free, B ! free, S ! done end),\n"
                 "receive done -> ok end, receive done -> ok end.\n")
        summary, _ = self.explore(locks % ("B", "A"), code=1)
        self.assertEqual([bug["kind"] for bug in summary["bugs"]], ["deadlock"])
        self.assertTrue(summary["exhausted"])
        self.cuttle("replay", "m.f-0.cuttle/tests/" + summary["bugs"][0]["test"].rpartition("/")[2], expect=1)
        # EUnit cannot make that order.
        done = self.cuttle("export", "m.f-0.cuttle", "--format", "eunit", expect=0)
        self.assertIn("order of messages", done.stdout_text + done.stderr_text)

    def test_time_outs(self):
        body = ("f() -> S = self(), spawn(fun() -> S ! x end), receive x -> ok after %s -> error(late) end.\n")
        self.every(body % "50", 2, "error: late")
        self.every(body % "5000", 1)
        self.every(body % "5000", 2, "error: late", options=("--early-timeouts", "6000", "--out", "b.cuttle"))

    def test_servers(self):
        summary, _ = self.explore(
            "-spec f(integer()) -> any().\nf(X) -> {ok, P} = gen_server:start(?MODULE, X, []), S = self(),\n"
            "spawn(fun() -> gen_server:cast(P, {mul, 3}), S ! ok end), spawn(fun() -> gen_server:cast(P, {add, 4}), S ! ok end),\n"
            "receive ok -> ok end, receive ok -> ok end, case gen_server:call(P, get) of 51 -> error(found); 52 -> error(other); R -> R end.\n"
            "init(X) -> {ok, X}.\nhandle_call(get, _, S) -> {reply, S, S}.\n"
            "handle_cast({mul, N}, S) -> {noreply, S * N};\nhandle_cast({add, N}, S) -> {noreply, S + N}.\n", arity=1, code=1)
        self.assertEqual({bug["message"] for bug in summary["bugs"]}, {"error: found", "error: other"})

    def test_orders_by_chance_find_nothing_else(self):
        body = ("acc(B) -> receive {get, P} -> P ! {bal, B}, acc(B); {put, N} -> acc(N) end.\n"
                "f() -> A = spawn(fun() -> acc(10) end), S = self(),\n"
                "[spawn(fun() -> A ! {get, self()}, receive {bal, B} -> A ! {put, B - N}, S ! done end end) || N <- [1, 2]],\n"
                "receive done -> ok end, receive done -> ok end, A ! {get, self()}, receive {bal, B} -> error({left, B}) end.\n")
        found = {}
        for way in ("optimal", "random", "pct", "pos"):
            _, done = self.explore(body, "--schedule", way, "--schedules", "60", "--out", f"{way}.cuttle", code=1)
            found[way] = set(re.findall(r"error: \{left,\d\}", done.stdout_text))
        self.assertEqual(found["optimal"], {"error: {left,7}", "error: {left,8}", "error: {left,9}"})
        for way in ("random", "pct", "pos"):
            self.assertLessEqual(found[way], found["optimal"])

    def test_what_has_an_order_of_its_own_is_said(self):
        for body in ("f() -> spawn(fun() -> ok end), erlang:send_after(5, self(), x), receive x -> ok end.\n",
                     "f() -> P = spawn(fun() -> receive x -> ok end end), exit(P, kill), ok.\n"):
            with self.subTest(body=body):
                self.write("m.erl", HEAD + body)
                summary, _ = self.explored("m.erl", "--function", "f/0", "--out", f"{len(body)}.cuttle")
                self.assertIn("threads", [i["reason"] for i in summary["incomplete"]])


if __name__ == "__main__":
    support.main()
