# SPDX-License-Identifier: Apache-2.0
"""What is claimed holds: messages that are passed over, orders of processes, values put aside, and types of specs."""

import harness
import support


class Claims(harness.ErlangTest):
    def explore(self, body, code, arity=1):
        self.write("m.erl", f"-module(m).\n-compile([export_all, nowarn_export_all]).\n{body}")
        summary, _ = self.explored("m.erl", "--function", f"f/{arity}", "--time", "200", code=code)
        self.assertTrue(all(bug["confirmed"] for bug in summary["bugs"]), summary["bugs"])
        return summary

    def finds(self, body, *messages, arity=1, paths=None):
        """These bugs and no others, and all paths."""
        summary = self.explore(body, 1 if messages else 0, arity)
        self.assertEqual(sorted(bug["message"] for bug in summary["bugs"]), sorted(messages))
        self.assertTrue(summary["exhausted"], summary["incomplete"])
        if paths:
            self.assertEqual(summary["paths"], paths)

    def reports(self, body, reason, code=0, arity=1):
        summary = self.explore(body, code, arity)
        self.assertIn(reason, [i["reason"] for i in summary["incomplete"]])
        self.assertFalse(summary["exhausted"])

    def test_messages_that_are_passed_over(self):
        self.finds("-spec f(integer()) -> any().\nf(X) -> self() ! X, self() ! stop,\n"
                   "receive stop -> ok end, receive Y when Y > 10 -> error(taken) after 5 -> late end.\n",
                   "error: taken", "1 message that nobody takes", paths=2)

    def test_any_message(self):
        self.finds("-spec f(integer()) -> any().\nf(X) -> self() ! {x, X}, receive M -> g(M) end.\n"
                   "g({x, 77}) -> error(found);\ng(_) -> ok.\n", "error: found", paths=2)

    def test_process_by_name_of_its_function(self):
        self.finds("-spec f(integer()) -> any().\nf(X) -> P = spawn(?MODULE, w, [self(), X]),\n"
                   "receive {P, A} when A =/= bad -> A; {P, bad} -> error(bad) end.\n"
                   "w(P, 77) -> P ! {self(), bad};\nw(P, _) -> P ! {self(), ok}.\n", "error: bad", paths=2)

    def test_reason_of_an_end(self):
        self.finds("-spec f(integer()) -> any().\nf(X) -> {_, R} = spawn_monitor(fun() -> exit({shutdown, X + 1}) end),\n"
                   "receive {'DOWN', R, _, _, {shutdown, 43}} -> error(found); {'DOWN', R, _, _, _} -> ok end.\n",
                   "error: found", paths=2)

    def test_time_to_wait(self):
        self.finds("-spec f(0..3 | never) -> any().\nf(T) -> receive after T -> if T > 2 -> error(long); true -> ok end end.\n",
                   "error: long", "error: timeout_value")

    def test_server(self):
        body = ("-spec f(integer()) -> any().\nf(X) -> {ok, P} = gen_server:start(?MODULE, 10, []),\n"
                "case gen_server:call(P, {add, X}) of 52 -> error(found); R -> R end.\ninit(N) -> {ok, N}.\n"
                "handle_call({add, X}, _, S) -> {reply, S + X, S}.\nhandle_cast(_, S) -> {noreply, S}.\n")
        self.assertEqual([bug["message"] for bug in self.explore(body, 1)["bugs"]], ["error: found"])

    def test_map_behind_another_argument(self):
        """What is missing in the inputs of a run has a default that is not the solver's."""
        self.finds("-spec f(0..150, #{atom() => integer()}) -> any().\nf(A, _) when A < 18 -> minor;\n"
                   "f(A, #{level := 1764}) when A > 99 -> error(old);\nf(_, _) -> ok.\n", "error: old", arity=2, paths=3)

    def test_floats_beyond_the_integers(self):
        self.finds("-spec f(float()) -> any().\nf(X) when X > 1.0e10, X < 1.0e11 -> far;\nf(X) when X > 2.5 -> error(found);\n"
                   "f(X) when X > -1.0e-12, X < 0.0 -> close;\nf(_) -> ok.\n", "error: found", paths=4)

    def test_order_of_funs(self):
        """Only the machine knows it: nothing is tried behind it, and no run goes astray."""
        self.reports("f({K, L}) when is_function(K, 1), is_list(L) -> g(K, L);\nf(_) -> ok.\ng(K, [X | _]) when K < X -> less;\n"
                     "g(K, [X | D]) when K > X -> g(K, D);\ng(_, [_ | _]) -> same;\ng(_, _) -> none.\n", "unsupported")

    def test_order_of_maps_inside_of_lists(self):
        """Of the clauses behind the one where both are known, too."""
        self.write("m.erl", "-module(m).\n-export([f/2]).\n-type t() :: nonempty_improper_list(#{b => [] | 0}, 0..1).\n-spec f(t(), t()) -> any().\n"
                            "f([#{b := _} | _] = A, B) -> g(A, B);\nf(A, B) -> g(A, B).\n"
                            "g(A, B) when A < B -> less;\ng(A, B) when A > B -> more;\ng(_, _) -> same.\n")
        _, done = self.explored("m.erl", "--function", "f/2", "--list-length", "1", "--max-runs", "80", "--list")
        self.assertIn("more", [outcome for call, outcome in self.cases(done) if call.startswith("m:f([#{b")])

    def test_values_that_come_back_otherwise(self):
        self.reports("-spec f(integer()) -> any().\nf(X) -> put(k, X),\n"
                     "case lists:keyfind(k, 1, get()) of {k, 55} -> error(x); _ -> ok end.\n", "concretised")
        self.reports("-spec f(integer()) -> any().\nf(X) -> T = ets:new(t, [bag]), ets:insert(T, {k, X}), ets:insert(T, {k, 1}),\n"
                     "case ets:lookup(T, k) of [{k, 9}, _] -> error(x); _ -> ok end.\n", "concretised")

    def test_the_world(self):
        self.reports("-spec f(integer()) -> any().\nf(X) -> {erlang:system_time(), X}.\n", "environment")

    def test_ranges_apart(self):
        self.finds("-spec f(1..3 | 10..20 | neg_integer()) -> any().\nf(X) when X < 0 -> low;\nf(X) when X < 4 -> middle;\n"
                   "f(X) when X > 9 -> high.\n", paths=3)

    def test_clauses_of_a_spec(self):
        self.finds("-spec f(integer(), a) -> ok; (atom(), b) -> ok.\nf(X, a) when is_integer(X), X =/= 99 -> ok;\n"
                   "f(X, b) when is_atom(X) -> ok.\n", "error: function_clause", arity=2, paths=3)

    def test_lists_of_one_kind(self):
        self.finds("-spec f([integer()] | [atom()]) -> any().\nf([X, Y | _]) when is_integer(X), is_atom(Y) -> error(mixed);\n"
                   "f([X, Y]) when Y =:= X * 7 + 3, X > 2 -> error(found);\nf(_) -> ok.\n", "error: found", paths=2)

    def test_bits(self):
        self.finds("-spec f(bitstring()) -> any().\nf(<<5:3, B:5, C:2>>) when B + C =:= 20 -> error(ten);\n"
                   "f(B) when bit_size(B) rem 8 =/= 0 -> odd;\nf(_) -> even.\n", "error: ten")

    def test_kinds_that_guards_ask_for(self):
        """Without a spec: the terms have the kinds that are asked for, each alone and all of them together."""
        alone = {"is_function(X)", "is_function(X, 3)", "is_reference(X)", "is_tuple(X)", "is_record(X, r, 3)", "node(X) =:= node()"}
        for test in sorted(alone):
            with self.subTest(test=test):
                self.write("m.erl", f"-module(m).\n-export([f/1]).\nf(X) when {test} -> yes;\nf(_) -> no.\n")
                _, done = self.explored("m.erl", "--function", "f/1", "--list", "--out", f"{len(test)}.cuttle")
                self.assertEqual({outcome for _, outcome in self.cases(done)}, {"yes", "no"})
        kinds = ["boolean", "atom", "binary", "bitstring", "float", "integer", "list", "map", "pid", "reference", "tuple"]
        self.write("m.erl", "-module(m).\n-export([f/1]).\n" + "".join(f"f(X) when is_{kind}(X) -> {{is, {kind}}};\n" for kind in kinds)
                   + "f(X) when is_function(X, 2) -> {is, function2};\nf(X) when is_function(X) -> {is, function};\nf(_) -> ok.\n")
        _, done = self.explored("m.erl", "--function", "f/1", "--list")
        self.assertEqual({outcome for _, outcome in self.cases(done)}, {f"{{is,{kind}}}" for kind in kinds + ["function", "function2"]})

    def test_terms_of_other_kinds(self):
        self.finds("f(X) when X > {}, X < [] -> error(between);\nf(X) when X < foo, is_atom(X) -> before;\n"
                   "f(X) when X > foo, is_atom(X) -> behind;\nf(X) when is_atom(X), not X -> never;\nf(_) -> other.\n",
                   "error: between")


if __name__ == "__main__":
    support.main()
