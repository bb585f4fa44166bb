# SPDX-License-Identifier: Apache-2.0
"""Modules of Erlang's own library, explored through their specs; applications, compiled modules, tests as seeds."""

import pathlib
import subprocess

import harness
import support

# Function, errors that its documentation announces, clauses that are covered at least.
FUNCTIONS = [("lists", "nth/2", {"function_clause"}, 2), ("orddict", "fetch/2", {"function_clause"}, 2), ("proplists", "get_value/3", set(), 7),
             ("calendar", "valid_date/3", set(), 16), ("base64", "encode/1", set(), 10), ("queue", "in/2", set(), 2)]


class Library(harness.ErlangTest):
    def test_functions_of_the_library(self):
        folder = self.erl('io:format("~s", [filename:dirname(code:which(lists))])')
        for module, function, announced, clauses in FUNCTIONS:
            with self.subTest(module=module, function=function):
                summary, done = self.explored(pathlib.Path(folder) / f"{module}.beam", "--function", function, "--max-runs", "60",
                                              "--out", f"{module}.cuttle", code=1 if announced else 0)
                self.assertEqual({bug["message"].removeprefix("error: ") for bug in summary["bugs"]}, announced)
                self.assertGreaterEqual(summary["coverage"]["clauses"]["covered"], clauses, done.stdout_text)


class Applications(harness.ErlangTest):
    SOURCE = ("-module(shop).\n-export([price/1]).\n-include(\"shop.hrl\").\n-spec price(0..50) -> integer().\n"
              "price(N) when N > ?MOST -> shop_rules:bulk(N);\nprice(N) -> N * 3.\n")

    def make(self):
        self.write("app/rebar.config", "{erl_opts, [debug_info]}.\n")
        self.write("app/include/shop.hrl", "-define(MOST, 40).\n")
        self.write("app/src/shop.erl", self.SOURCE)
        self.write("app/src/shop_rules.erl", "-module(shop_rules).\n-export([bulk/1]).\nbulk(47) -> error(bulk);\nbulk(N) -> N.\n")

    def test_folder_of_an_application(self):
        self.make()
        summary, _ = self.explored("app", "--module", "shop", "--function", "price/1", code=1)
        ((kind, message),) = [(bug["kind"], bug["message"]) for bug in summary["bugs"]]
        self.assertEqual((kind, message), ("erlang-error", "error: bulk"))
        self.assertTrue(summary["bugs"][0]["location"].endswith("shop_rules.erl:3"), summary["bugs"])
        self.assertEqual(summary["paths"], 3)
        self.assertTrue(summary["exhausted"])

    def test_properties(self):
        """Of PropEr, without it: generators become types, values made of several, conditions."""
        self.write("prop_list.erl", """-module(prop_list).
-include_lib("proper/include/proper.hrl").
-export([prop_len/0, prop_let/0, prop_such/0, prop_holds/0]).
set([]) -> [];
set([X | T]) -> [X | [Y || Y <- set(T), Y =/= X]].
even() -> ?LET(N, integer(), 2 * N).
prop_len() -> ?FORALL(L, list(integer()), length(set(L)) =:= length(L)).
prop_let() -> ?FORALL({N, A}, {even(), oneof([a, b])}, ?IMPLIES(A =:= b, N =/= 84)).
prop_such() -> ?FORALL(X, ?SUCHTHAT(N, pos_integer(), N rem 3 =:= 0),
                       ?FORALL(Y, integer(), collect(Y, X + Y =/= 100 orelse Y > 50))).
prop_holds() -> ?FORALL({N, M}, {range(1, 9), even()}, N * M rem 2 =:= 0).
""")
        for name, inputs in (("prop_len", r"\[0,0\]"), ("prop_let", "42, b"), ("prop_such", r"51, 49"), ("prop_holds", None)):
            with self.subTest(name=name):
                summary, done = self.explored("prop_list.erl", "--function", f"{name}/0", "--list-length", "3", "--out", f"{name}.cuttle",
                                              code=1 if inputs else 0)
                self.assertEqual([bug["kind"] for bug in summary["bugs"]], ["assertion"] if inputs else [])
                if inputs:
                    self.assertRegex(done.stdout_text, rf"{name}\({inputs}\)")

    def test_compiled_module(self):
        self.write("plain.erl", "-module(plain).\n-export([f/1]).\n-spec f(integer()) -> ok.\nf(1234) -> error(it);\nf(_) -> ok.\n")
        subprocess.run(["erlc", "+debug_info", "plain.erl"], cwd=self.folder, check=True)
        summary, _ = self.explored("plain.beam", "--function", "f/1", code=1)
        self.assertEqual(summary["paths"], 2)

    def test_inputs_outside_of_the_spec(self):
        self.write("half.erl", "-module(half).\n-export([f/1]).\n-spec f(pos_integer()) -> integer().\nf(N) -> 100 div N.\n")
        summary, _ = self.explored("half.erl", "--function", "f/1", "--out", "a.cuttle")
        self.assertTrue(summary["exhausted"])
        summary, _ = self.explored("half.erl", "--function", "f/1", "--no-spec", "--out", "b.cuttle", code=1)
        self.assertEqual({bug["kind"] for bug in summary["bugs"]}, {"erlang-outside-spec"})

    def test_results_that_the_spec_does_not_allow(self):
        self.write("sign.erl", "-module(sign).\n-export([f/1]).\n-spec f(integer()) -> positive | negative.\n"
                               "f(N) when N > 0 -> positive;\nf(0) -> zero;\nf(_) -> negative.\n")
        summary, _ = self.explored("sign.erl", "--function", "f/1", code=1)
        self.assertEqual([bug["kind"] for bug in summary["bugs"]], ["erlang-bad-return"])
        self.assertEqual(summary["paths"], 3)


if __name__ == "__main__":
    support.main()
