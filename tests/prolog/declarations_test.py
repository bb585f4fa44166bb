# SPDX-License-Identifier: Apache-2.0
"""What the program declares is used: modes and types, plunit tests as seeds, determinism."""

import json
import subprocess

import support


class Declarations(support.ProgramTest):
    def explored(self, *arguments, code=0):
        done = self.cuttle("run", *arguments, "--list", "--json", "s.json", expect=code)
        calls = [line.split(maxsplit=1)[1] for line in done.stdout_text.partition("\n\n")[0].splitlines()]
        return json.loads((self.folder / "s.json").read_text()), [" ".join(call.split()) for call in calls]

    def test_modes_and_types_of_pldoc(self):
        self.write("p.pl", "%! p(+Level:between(1,3), -Name:atom) is det.\n%\n% Names a level.\n"
                           "p(1, low).\np(2, middle).\np(3, high).\n")
        _, calls = self.explored("p.pl", "--predicate", "p/2")
        self.assertEqual(sorted(calls), ["p(1,A2) A2 = low", "p(2,A2) A2 = middle", "p(3,A2) A2 = high"])

    def test_either_way_means_input_when_nothing_else_is(self):
        self.write("p.pl", "%! p(?X, ?Y)\np(a, b).\n")
        summary, calls = self.explored("p.pl", "--predicate", "p/2")
        self.assertIn("p(a,b) true", calls)
        self.assertEqual(summary["paths"], 2)

    def test_types_of_assertions(self):
        self.write("p.pl", ":- op(1150, fx, pred).\npred(_).\n:- pred p(+bool, -atm).\n"
                           "p(true, yes).\np(false, no).\n")
        _, calls = self.explored("p.pl", "--predicate", "p/2")
        self.assertEqual(sorted(calls), ["p(false,A2) A2 = no", "p(true,A2) A2 = yes"])

    def test_assertions_of_ciao_without_their_operators(self):
        self.write("p.pl", ":- pred p(+bool, -atm).\n:- pred q(X, Y) : bool * atm => bool * atm + det # \"A flag.\".\n"
                           "p(true, yes).\np(false, no).\nq(true, on).\nq(X, Y) :- r(X, Y).\nr(_, pred).\n")
        _, calls = self.explored("p.pl", "--predicate", "p/2")
        self.assertEqual(sorted(calls), ["p(false,A2) A2 = no", "p(true,A2) A2 = yes"])
        _, calls = self.explored("p.pl", "--predicate", "q/2", "--out", "q.cuttle")
        self.assertIn("q(true,on) true", calls)
        self.assertIn("q(true,pred) true", calls)
        self.cuttle("export", "q.cuttle", "--format", "plunit", expect=0)
        done = subprocess.run(["swipl", "-g", "run_tests", "-t", "halt", "tests/q.plt"], cwd=self.folder,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertNotIn("ERROR", done.stderr)

    def test_the_program_may_declare_them_itself(self):
        self.write("p.pl", ":- op(1150, fx, mode).\nmode(_).\n:- mode p(+bool).\np(mode X) :- X = 1.\np(true).\n")
        done = self.cuttle("run", "p.pl", "--predicate", "p/1", "--list", expect=0)
        self.assertIn("p(false)", done.stdout_text)

    def test_seeds_from_plunit(self):
        self.write("p.pl", "p(s(s(s(0)))).\np(0).\n")
        self.write("p.plt", ":- use_module(library(plunit)).\n:- begin_tests(p).\n"
                            "test(three) :- p(s(s(s(0)))).\n:- end_tests(p).\n")
        _, calls = self.explored("p.pl", "p.plt", "--goal", "p(X)", "--depth", "1")
        self.assertEqual(calls[0], "p(s(s(s(0)))) true")

    def test_broken_determinism(self):
        self.write("p.pl", ":- det(p/1).\np(a).\np(b) :- q(_).\np(c) :- fail.\nq(1).\nq(2).\n")
        summary, calls = self.explored("p.pl", "--goal", "p(X)", code=1)
        self.assertTrue(all(bug["confirmed"] for bug in summary["bugs"]), summary)
        text = "\n".join(calls)
        self.assertIn("p(a) true", text)
        self.assertIn("p(b) BUG: prolog-error, determinism_error", text)
        self.assertIn("p(c) BUG: prolog-error, determinism_error", text)

    def test_exported_tests_of_broken_determinism(self):
        self.write("p.pl", ":- det(norm/2).\nnorm(X, Y) :- member(X-Y, [a-1, b-2, c-3]).\n")
        self.cuttle("run", "p.pl", "--goal", "norm(X,Y)", "--ground", "1", "--out", "p.cuttle", expect=1)
        self.cuttle("export", "p.cuttle", "--format", "plunit", expect=0)
        done = subprocess.run(["swipl", "-g", "run_tests", "-t", "halt", "tests/p.plt"], cwd=self.folder,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_tabled_predicates_end(self):
        self.write("p.pl", ":- table path/2.\npath(X, Y) :- path(X, Z), edge(Z, Y).\npath(X, Y) :- edge(X, Y).\n"
                           "edge(a, b).\nedge(b, a).\n")
        summary, calls = self.explored("p.pl", "--goal", "path(X, Y)", "--depth", "0")
        self.assertIn("path(a,b) true", calls)
        self.assertIn("path(other1,a) false", calls)
        self.assertTrue(summary["exhausted"], summary["incomplete"])
        clauses = summary["coverage"]["clauses"]
        self.assertEqual((clauses["covered"], clauses["total"]), (4, 4))

    def test_tables_with_modes_run_in_swi_prolog(self):
        self.write("p.pl", ":- table path(_,_,min).\npath(X, Y, 1) :- edge(X, Y).\n"
                           "path(X, Y, N) :- path(X, Z, M), edge(Z, Y), N is M+1.\nedge(a, b).\nedge(b, c).\nedge(a, c).\n")
        summary, calls = self.explored("p.pl", "--goal", "path(X, Y, N)", "--ground", "1,2", "--depth", "0")
        self.assertIn("path(a,c,N) N = 1", calls)
        self.assertIn(("foreign", "path/3 is tabled with modes"),
                      [(i["reason"], i["detail"]) for i in summary["incomplete"]])

    def test_clauses_that_nothing_reaches(self):
        self.write("p.pl", "p(X) :- q(X).\np(X) :- X == b, r.\nq(_) :- !.\nq(never).\nr.\nelsewhere(x).\n")
        done = self.cuttle("run", "p.pl", "--goal", "p(X)", "--list", expect=0)
        self.assertIn("not covered (by no input within the bounds):", done.stdout_text)
        self.assertIn("clauses of q/1 at p.pl:4", done.stdout_text)
        self.assertNotIn("elsewhere", done.stdout_text)
        self.assertIn("EXHAUSTED", done.stdout_text)


if __name__ == "__main__":
    support.main()
