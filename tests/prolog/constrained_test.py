# SPDX-License-Identifier: Apache-2.0
"""`cuttle run --constrained`: test cases that are constrained calls, and their plunit files."""

import json
import re
import shutil
import signal
import subprocess
import time

import support

# "Concolic Testing in CLP", Example 3.
EXAMPLE = "p(X) :- X = a.\np(s(Y)) :- q(Y).\nq(W) :- W = a.\n"


class Constrained(support.ProgramTest):
    def calls(self, program, *options, code=0):
        """Call -> outcome of each test case; the plunit file was run, too."""
        self.write("app.pl", program)
        done = self.cuttle("run", "app.pl", *options, "--out", "app.cuttle", "--list", "--json", "s.json",
                           expect=code)
        self.summary = json.loads((self.folder / "s.json").read_text())
        self.assertEqual([i for i in self.summary["incomplete"] if i["reason"] == "disagreement"], [])
        lines = done.stdout_text.partition("\n\n")[0].splitlines()
        cases = dict(re.split(r"\s{2,}", line.strip())[1:] for line in lines)
        self.cuttle("export", "--format", "plunit", expect=0)
        self.suite = (self.folder / "tests/app.plt").read_text()
        self.assertEqual(len(re.findall(r"^test\(", self.suite, re.M)), len(cases))
        run = subprocess.run(["swipl", "-g", "run_tests", "-t", "halt", "tests/app.plt"], cwd=self.folder,
                             stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr + self.suite)
        self.assertNotIn("Warning", run.stderr)
        return cases

    def test_example_8_of_the_paper(self):
        cases = self.calls(EXAMPLE, "--goal", "p(a)", "--constrained")
        self.assertEqual(cases, {"p(a)": "true",
                                 "p(A1)": "A1 = a",
                                 "dif(A1,a),p(A1)": "A1 = s(a)",
                                 "dif(A1,a),unlike(A1,s(_)),p(A1)": "false",
                                 "dif(A11,a),p(s(A11))": "false"})
        self.assertTrue(self.summary["exhausted"])
        self.assertIn("within(10, (dif(A1,a),p(A1)))", self.suite)
        done = self.cuttle("replay", "app.cuttle/tests/000002.json", expect=0)
        self.assertIn("as recorded", done.stdout_text)

    def test_example_8_with_ground_calls(self):
        cases = self.calls(EXAMPLE, "--goal", "p(a)")
        self.assertEqual(sorted(cases.values()), ["false", "false", "true", "true"])

    def test_equal_arguments_and_patterns(self):
        cases = self.calls("p(X, X).\np(f(X, X), _) :- q(X).\np(s(s(_)), b).\nq(a).\n", "--goal", "p(A,B)",
                           "--constrained", "--depth", "2")
        self.assertEqual(cases["dif(A,B),unlike(A,f(_W4,_W4)),p(A,B)"], "A = s(s(_1)), B = b")
        self.assertEqual(cases["dif(A,B),unlike(A,f(_W4,_W4)),unlike([A,B],[s(s(_)),b]),p(A,B)"], "false")
        self.assertTrue(self.summary["exhausted"])

    def test_constraints_on_integers(self):
        # Example 7: each set of the three rules that can match.
        cases = self.calls(":- use_module(library(clpfd)).\nq(Y) :- Y #=< 2.\n"
                           "q(Z) :- 8 #=< Z, Z #=< 10.\nq(T) :- T #< 5.\n", "--goal", "q(W)", "--constrained")
        self.assertEqual(len(cases), 6)
        self.assertEqual(cases["(2#<W),(W#<8#\\/10#<W),(5#<W+1),q(W)"], "false")
        self.assertIn("use_module(library(clpfd))", self.suite)

    def test_module_with_constraints_inside_of_terms(self):
        cases = self.calls(":- module(shop, [price/2]).\n:- use_module(library(clpfd)).\n"
                           "price(item(N), P) :- N in 1..5, P #= N*2.\nprice(free, 0).\n",
                           "--goal", "price(I,P)", "--constrained", "--depth", "1")
        self.assertIn("unlike(I,item(", " ".join(cases))
        self.assertTrue(self.summary["exhausted"])

    def test_lists(self):
        cases = self.calls("app([], L, L).\napp([H|T], L, [H|R]) :- app(T, L, R).\n", "--goal", "app(A,B,C)",
                           "--constrained", "--depth", "2")
        self.assertEqual(len(cases), 8)
        self.assertTrue(self.summary["exhausted"])

    def test_some_arguments_are_no_inputs(self):
        cases = self.calls("len([], 0).\nlen([_|T], s(N)) :- len(T, N).\n", "--goal", "len(L,N)",
                           "--constrained", "--ground", "1", "--depth", "2")
        self.assertEqual(cases["len(L,N)"], "L = [], N = 0")
        self.assertEqual(cases["unlike(L,[_|_]),len(L,N)"], "L = [], N = 0")

    def test_cut(self):
        cases = self.calls("p(X) :- X = a, !.\np(b).\n", "--goal", "p(X)", "--constrained")
        self.assertEqual(cases, {"p(X)": "X = a", "dif(X,a),p(X)": "X = b", "dif(X,b),p(X)": "X = a",
                                 "dif(X,a),dif(X,b),p(X)": "false"})
        self.assertTrue(self.summary["exhausted"])

    def test_cut_after_a_call(self):
        # The second clause is reached only if u(X) has no answer.
        cases = self.calls("t(X) :- u(X), !, X = k(b).\nt(f(Y)) :- r(Y).\nu(a).\nu(k(_)).\nr(c).\n", "--goal", "t(X)",
                           "--constrained", "--depth", "2")
        self.assertEqual(cases["dif(X,a),unlike(X,k(_)),t(X)"], "X = f(c)")
        self.assertEqual(cases["dif(X1,c),t(f(X1))"], "false")
        self.assertEqual(cases["dif(X1,b),t(k(X1))"], "false")
        self.assertTrue(self.summary["exhausted"])

    def test_if_then_else(self):
        cases = self.calls("q(X) :- ( X = a -> true ; X = f(Y) -> r(Y) ; X = b ).\nr(c).\n", "--goal", "q(X)",
                           "--constrained", "--depth", "1")
        self.assertEqual(cases, {"q(X)": "X = a",
                                 "dif(X,a),q(X)": "X = f(c)",
                                 "dif(X1,c),q(f(X1))": "false",
                                 "dif(X,a),unlike(X,f(_)),q(X)": "X = b",
                                 "dif(X,a),unlike(X,f(_)),dif(X,b),q(X)": "false"})
        self.assertTrue(self.summary["exhausted"])

    def test_negation_and_soft_cut(self):
        cases = self.calls("n(X) :- \\+ X = a, r(X).\nr(b).\nr(a).\n", "--goal", "n(X)", "--constrained")
        self.assertEqual(cases, {"n(X)": "false", "dif(X,a),n(X)": "X = b", "dif(X,a),dif(X,b),n(X)": "false"})
        cases = self.calls("s(X, Y) :- ( r(X) *-> Y = 1 ; Y = 2 ).\nr(c).\n", "--goal", "s(X,Y)", "--constrained")
        self.assertEqual(cases["dif(X,c),s(X,Y)"], "Y = 2")
        self.assertEqual(cases["dif(Y,1),s(c,Y)"], "false")
        self.assertTrue(self.summary["exhausted"])

    def test_calls_of_goals(self):
        cases = self.calls("p(X) :- once(r(X)), forall(r(Y), call(s, Y)), ignore(X = z).\nr(a).\nr(b).\ns(a).\ns(b).\n",
                           "--goal", "p(X)", "--constrained")
        self.assertEqual(cases, {"p(X)": "X = a", "dif(X,a),p(X)": "X = b", "dif(X,b),p(X)": "X = a",
                                 "dif(X,a),dif(X,b),p(X)": "false"})
        self.assertTrue(self.summary["exhausted"])

    def test_constraints_in_conditions(self):
        cases = self.calls(":- use_module(library(clpfd)).\nboth(X) :- ( X #> 5 -> X #< 9 ; X #= 1 ).\n", "--goal",
                           "both(X)", "--type", "1:integer", "--constrained")
        self.assertEqual(cases, {"both(X)": "true", "(X#<6),both(X)": "X = 1", "(X#>=6),(9#<X+1),both(X)": "false",
                                 "(X#<6),(X#\\=1),both(X)": "false"})
        self.assertTrue(self.summary["exhausted"])

    def test_reified_constraints(self):
        cases = self.calls(":- use_module(library(clpfd)).\ngrade(X, G) :- B #<==> (X #> 10), pick(B, G).\n"
                           "pick(B, high) :- B #= 1.\npick(B, low) :- B #= 0.\n", "--goal", "grade(X,G)", "--type",
                           "1:integer", "--constrained", "--depth", "1")
        self.assertEqual(cases["unlike(G,high,(X#=<10)),grade(X,G)"], "G = low")
        self.assertEqual(cases["unlike(G,high,(X#=<10)),unlike(G,low,(X#>10)),grade(X,G)"], "false")
        self.assertTrue(self.summary["exhausted"])
        cases = self.calls(":- use_module(library(clpfd)).\neither(X, Y) :- X #> 3 #\\/ Y #< 2.\n", "--goal",
                           "either(X,Y)", "--type", "1:integer", "--type", "2:integer", "--constrained")
        self.assertEqual(cases["(#\\ (X#>3#\\/Y#<2)),either(X,Y)"], "false")

    def test_inputs_that_are_no_integers(self):
        cases = self.calls(":- use_module(library(clpfd)).\np(X, G) :- B #<==> (X #> 10), q(B, G).\nq(_, yes).\n", "--goal",
                           "p(X,G)", "--ground", "1", "--constrained", "--depth", "1")
        self.assertEqual(cases, {"p(X,G)": "G = yes", "freeze(X,\\+integer(X)),p(X,G)": "G = yes"})

    def test_what_is_no_rule_is_reported(self):
        self.calls("p(X) :- findall(Y, X = Y, [_]), X = a.\np(b).\n", "--goal", "p(X)", "--constrained")
        self.assertEqual([(i["reason"], i["detail"]) for i in self.summary["incomplete"]],
                         [("constraints", "findall/3")])

    def test_errors_are_bugs(self):
        self.calls("p(a).\np(X) :- atom_length(X, 3).\n", "--goal", "p(X)", "--constrained", code=1)
        (bug,) = self.summary["bugs"]
        self.assertTrue(bug["confirmed"])
        self.assertIn("instantiation_error", bug["message"])


# As many calls as there are trees.
ENDLESS = "t(leaf).\nt(node(L,R)) :- t(L), t(R).\n"
# Derivations that get longer and harder with each step.
COUNT = ":- use_module(library(clpfd)).\ncount(N) :- N #= 0.\ncount(N) :- N #> 0, M #= N-1, count(M).\n"


class Endless(support.ProgramTest):
    """What ends other campaigns ends those of constrained calls: they are found one by one, run by run."""

    COMMAND = ("run", "tree.pl", "--goal", "t(leaf)", "--depth", "20", "--constrained", "--out", "c.cuttle", "--json",
               "s.json")

    def run_it(self, *options):
        self.write("tree.pl", ENDLESS)
        self.cuttle(*self.COMMAND, *options, expect=0)
        self.summary = json.loads((self.folder / "s.json").read_text())

    def calls(self):
        return {path.name: json.loads(path.read_text())["description"]
                for path in sorted((self.folder / "c.cuttle/tests").glob("*.json"))}

    def reasons(self):
        return [i["reason"] for i in self.summary["incomplete"]]

    def test_stops_at_the_number_of_runs(self):
        self.run_it("--max-runs", "6")
        self.assertEqual(self.summary["runs"], 6)
        self.assertFalse(self.summary["exhausted"])
        self.assertIn("budget", self.reasons())

    def test_stops_at_the_time(self):
        self.run_it("--time", "3")
        self.assertFalse(self.summary["exhausted"])
        self.assertIn("budget", self.reasons())
        self.assertLess(self.summary["seconds"], 60)
        self.assertGreater(self.summary["runs"], 0)

    def test_one_call_that_takes_long(self):
        self.write("count.pl", COUNT)
        self.cuttle("run", "count.pl", "--goal", "count(N)", "--type", "1:integer", "--constrained", "--out", "c.cuttle",
                    "--json", "s.json", "--time", "2", "--run-timeout", "2", "--check", "none")
        self.summary = json.loads((self.folder / "s.json").read_text())
        self.assertFalse(self.summary["exhausted"])
        self.assertIn("derivations that took longer than a run may take",
                      [i["detail"] for i in self.summary["incomplete"]])

    def test_stops_when_interrupted(self):
        self.write("tree.pl", ENDLESS)
        process = self.start(*self.COMMAND)
        deadline = time.monotonic() + 60
        while len(list(self.folder.glob("c.cuttle/tests/*.json"))) < 3 and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        self.summary = json.loads((self.folder / "s.json").read_text())
        self.assertIn("interrupted", self.reasons())
        self.assertGreaterEqual(self.summary["runs"], 3)

    def test_goes_on_where_it_stopped(self):
        self.run_it("--max-runs", "8")
        whole = self.calls()
        self.assertEqual(len(set(map(str, whole.values()))), 8)
        shutil.rmtree(self.folder / "c.cuttle")
        self.run_it("--max-runs", "3")
        self.assertEqual(len(self.calls()), 3)
        self.run_it("--max-runs", "5", "--resume")
        self.assertEqual(self.calls(), whole)


if __name__ == "__main__":
    support.main()
