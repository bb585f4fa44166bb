# SPDX-License-Identifier: Apache-2.0
"""Predicates of SWI-Prolog's own library: explored within a budget, checked in SWI-Prolog, exported."""

import json
import pathlib
import subprocess

import support

HOME = pathlib.Path(subprocess.run(["swipl", "-g", "current_prolog_flag(home,H),write(H)", "-t", "halt"],
                                   capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL).stdout)

# Library, predicate, options, the least number of paths within the budget, the kinds of error to expect.
CASES = [
    ("lists", "subtract/3", ["--ground", "1,2", "--depth", "3"], 20, {"existence_error", "type_error"}),
    ("lists", "sum_list/2", ["--type", "1:list(integer)", "--depth", "3"], 4, set()),
    ("lists", "max_member/2", ["--ground", "2", "--depth", "2"], 5, {"existence_error"}),
    ("pairs", "pairs_keys_values/3", ["--ground", "1", "--depth", "3"], 5, {"determinism_error"}),
    ("pairs", "pairs_values/2", ["--ground", "1", "--depth", "3"], 5, {"determinism_error"}),
    ("ordsets", "ord_union/3", ["--type", "1:list(integer)", "--type", "2:list(integer)", "--depth", "3"], 10,
     {"existence_error"}),
    ("ordsets", "ord_memberchk/2", ["--ground", "1,2", "--depth", "2"], 5, set()),
    ("assoc", "max_assoc/3", ["--ground", "1", "--depth", "2"], 4, {"existence_error"}),
    ("dcg/basics", "blanks/2", ["--type", "1:list(between(0,127))", "--ground", "1", "--depth", "3"], 7, set()),
    ("dcg/basics", "integer/3", ["--type", "2:list(between(32,126))", "--ground", "2", "--depth", "2"], 11, set()),
    ("assoc", "list_to_assoc/2", ["--ground", "1", "--depth", "2"], 4, {"type_error", "domain_error"}),
]

CONSTRAINTS = """
:- use_module(library(clpfd)).
queens(N, Qs) :- length(Qs, N), Qs ins 1..N, safe(Qs), label(Qs).
safe([]).
safe([Q|Qs]) :- no_attack(Q, Qs, 1), safe(Qs).
no_attack(_, [], _).
no_attack(Q, [R|Rs], D) :- Q #\\= R, abs(Q-R) #\\= D, D1 is D+1, no_attack(Q, Rs, D1).
ordered(X-Y) :- X in 1..3, Y in 1..3, X #< Y, Y #< 3.
frozen_member(X) :- freeze(X, X > 2), freeze(X, X > 3), member(X, [1, 2, 3, 4]).
"""


class Library(support.ProgramTest):
    def test_predicates(self):
        for library, predicate, options, least, errors in CASES:
            with self.subTest(predicate=predicate):
                name = predicate.partition("/")[0]
                self.cuttle("run", HOME / f"library/{library}.pl", "--predicate", predicate, *options, "--max-runs",
                            "100", "--json", "s.json", "--out", f"{name}.cuttle")
                summary = json.loads((self.folder / "s.json").read_text())
                self.assertGreaterEqual(summary["paths"], least)
                self.assertGreater(summary["coverage"]["clauses"]["covered"], 1)
                found = {bug["message"].partition("(")[0] for bug in summary["bugs"]}
                self.assertLessEqual(found, errors, summary["bugs"])
                self.assertTrue(all(bug["confirmed"] for bug in summary["bugs"]), summary["bugs"])
                wrong = [i for i in summary["incomplete"] if i["reason"] == "disagreement"]
                self.assertEqual(wrong, [])
                self.cuttle("export", f"{name}.cuttle", "--format", "plunit", expect=0)
                done = subprocess.run(["swipl", "-g", "run_tests", "-t", "halt", f"tests/{name}.plt"], cwd=self.folder,
                                      stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_constraints(self):
        (self.folder / "constraints.pl").write_text(CONSTRAINTS)
        for goal in ["queens(2, Qs)", "queens(4, Qs)", "ordered(X)", "frozen_member(X)"]:
            with self.subTest(goal=goal):
                self.cuttle("run", "constraints.pl", "--goal", goal, "--ground", "none", "--json", "s.json",
                            expect=0)
                summary = json.loads((self.folder / "s.json").read_text())
                self.assertEqual(summary["incomplete"], [])


if __name__ == "__main__":
    support.main()
