# SPDX-License-Identifier: Apache-2.0
"""Cyclic, deep and huge terms at every border: our machine, SWI-Prolog, messages and exported files."""

import json
import subprocess

import support

TERMS = """
term(cycle, T) :- T = f(T, _).
term(ring, T) :- T = [a|T].
term(list, T) :- numlist(1, 300000, T).
term(deep, T) :- deep(300000, z, T).
term(number, T) :- T is 7**40000.
term('[]', '[]'(x)).
term([], T) :- compound_name_arguments(T, [], [x]).
deep(0, T, T) :- !.
deep(N, T0, T) :- N1 is N-1, deep(N1, s(T0), T).
%! thrown(+Kind)
thrown(Kind) :- term(Kind, T), throw(T).
%! looked_at(+Kind, -What)
looked_at(Kind, What) :- term(Kind, T), copy_term(T, C), T =@= C, ( ground(C) -> What = ground ; What = open ).
"""


class LargeTerms(support.ProgramTest):
    def explore(self, goal, expect):
        self.write("large.pl", TERMS)
        self.cuttle("run", "large.pl", "--goal", goal, "--ground", "1", "--inferences", "9000000", "--json", "s.json", "--out", "o.cuttle",
                    expect=expect)
        summary = json.loads((self.folder / "s.json").read_text())
        self.assertTrue(summary["exhausted"], summary["incomplete"])
        self.cuttle("export", "o.cuttle", "--format", "plunit")
        ran = subprocess.run(["swipl", "-g", "run_tests", "-t", "halt", "tests/o.plt"], cwd=self.folder,
                             capture_output=True, text=True, timeout=200)
        self.assertEqual(ran.returncode, 0, ran.stderr[-2000:])
        return summary

    def test_as_answers(self):
        summary = self.explore("term(K,T)", expect=0)
        self.assertEqual(summary["coverage"]["clauses"]["covered"], summary["coverage"]["clauses"]["total"])

    def test_as_errors(self):
        summary = self.explore("thrown(K)", expect=1)
        self.assertGreater(len(summary["bugs"]), 0)
        self.assertTrue(all(bug["confirmed"] for bug in summary["bugs"]), summary["bugs"])
        self.assertLess(max(len(bug["message"]) for bug in summary["bugs"]), 1000)

    def test_inside(self):
        self.explore("looked_at(K,W)", expect=0)


if __name__ == "__main__":
    support.main()
