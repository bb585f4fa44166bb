# SPDX-License-Identifier: Apache-2.0
"""--prune on known programs: verdicts, runs, and what is refused."""

import json
import pathlib

import support

PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"
STRATEGIES = ("dfs", "random", "cfg", "auto")


class PruneTest(support.ProgramTest):
    def explore(self, name, *options, expect=0):
        self.cuttle("run", PROGRAMS / name, "--json", "s.json", "--out", "campaign", *options,
                    expect=expect)
        return json.loads((self.folder / "s.json").read_text(encoding="utf-8"))

    def verify(self, name, most, *options):
        for strategy in STRATEGIES:
            with self.subTest(program=name, strategy=strategy):
                summary = self.explore(name, "--prune", "--strategy", strategy, *options)
                self.assertTrue(summary["verified"], summary["prune"])
                self.assertTrue(summary["exhausted"])
                self.assertLessEqual(summary["runs"], most)

    def test_first_figure(self):
        self.verify("figure1.c", 3)

    def test_locks(self):
        self.verify("locks.c", 100)

    def test_calls(self):
        self.verify("calls.c", 60)

    def test_list(self):
        plain = self.explore("list.c")
        self.verify("list.c", plain["runs"])

    def test_sort(self):
        plain = self.explore("sort.c")
        self.verify("sort.c", plain["runs"])

    def test_parser(self):
        self.verify("parser.c", 400)

    def test_bugs_are_kept(self):
        plain = self.explore("calls_unsafe.c", expect=1)
        places = {bug["location"] for bug in plain["bugs"]}
        self.assertEqual(len(places), 2)
        for strategy in STRATEGIES:
            with self.subTest(strategy=strategy):
                pruned = self.explore("calls_unsafe.c", "--prune", "--strategy", strategy, expect=1)
                self.assertEqual({bug["location"] for bug in pruned["bugs"]}, places)
                self.assertFalse(pruned["verified"])
                self.assertTrue(pruned["exhausted"])
                self.assertLess(pruned["runs"], plain["runs"])

    def test_text_report(self):
        process = self.cuttle("run", PROGRAMS / "figure1.c", "--prune", expect=0)
        self.assertIn("VERIFIED", process.stdout_text)

    def test_nothing_to_verify(self):
        summary = self.explore("nothing.c", "--prune")
        self.assertFalse(summary["verified"])
        self.assertTrue(any("nothing to verify" in note for note in summary["notes"]))

    def test_refusals(self):
        prolog = self.write("p.pl", "p(1).\np(2).\n")
        process = self.cuttle("run", prolog, "--goal", "p(X)", "--prune", expect=2)
        self.assertIn("--prune", process.stderr_text)
        for options in (["--sanitize", "address"], ["--detect", "shift"], ["--function", "main"]):
            process = self.cuttle("run", PROGRAMS / "locks.c", "--prune", *options, expect=2)
            self.assertIn("--prune", process.stderr_text)
        source = self.write("t.cpp", "int main() { return 0; }\n")
        self.assertIn("C++", self.cuttle("run", source, "--prune", expect=2).stderr_text)

    def test_a_barrier_is_named(self):
        source = self.write("b.c", """#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char text[8] = "abc";
  if (__VERIFIER_nondet_int()) text[0] = 0;
  if (strlen(text) > 5) abort();
  return 0;
}
""")
        self.cuttle("run", source, "--prune", "--json", "s.json", expect=0)
        summary = json.loads((self.folder / "s.json").read_text(encoding="utf-8"))
        self.assertFalse(summary["verified"])
        self.assertTrue(summary["exhausted"])
        self.assertIn("strlen", summary["prune"]["barriers"][0]["why"])


if __name__ == "__main__":
    support.main()
