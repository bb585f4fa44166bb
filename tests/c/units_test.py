#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Units: the order of their tests, pictures, replaying, and what a run must not leave behind."""

import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import support  # pylint: disable=wrong-import-position

PROGRAMS = support.ROOT / "tests" / "c" / "programs"


class UnitsTest(support.ProgramTest):
    def explore(self, *options, text=None, name="unit.c", code=1):
        if text is not None:
            self.write(name, text)
        done = self.cuttle("run", name, *options, "--out", "campaign", "--json", "summary.json", expect=code)
        self.summary = json.loads((self.folder / "summary.json").read_text(encoding="utf-8"))
        self.tests = [json.loads(file.read_text(encoding="utf-8"))
                      for file in sorted((self.folder / "campaign" / "tests").glob("*.json"))]
        return done

    def test_inputs_come_as_in_figure_1_of_the_paper(self):
        for strategy in ("auto", "dfs"):
            self.explore("--function", "testme", "--strategy", strategy,
                         text=(PROGRAMS / "unit_graph.c").read_text(encoding="utf-8"))
            self.assertEqual([["p = NULL", "x = 0"], ["p = NULL", "x = 1"],
                              ["p = &cell1 {v: 0, next: NULL}", "x = 1"],
                              ["p = &cell1 {v: 3, next: NULL}", "x = 1"],
                              ["p = &cell1 {v: 3, next: &cell1}", "x = 1"]],
                             [test["description"] for test in self.tests])
            self.assertTrue(self.summary["exhausted"])

    def test_graphs_have_pictures(self):
        self.explore("--function", "testme", text=(PROGRAMS / "unit_graph.c").read_text(encoding="utf-8"))
        picture = (self.folder / "campaign" / "tests" / "000005.dot").read_text(encoding="utf-8")
        self.assertIn("variable1:f0 -> cell1;", picture)
        self.assertIn("cell1:f1 -> cell1;", picture)
        self.cuttle("report", "campaign", "--html", "page", expect=0)
        page = (self.folder / "page" / "index.html").read_text(encoding="utf-8")
        self.assertIn("digraph inputs", page)

    def test_tests_replay_as_recorded(self):
        for program, options in (("unit_graph.c", ["testme"]), ("unit_callbacks.c", ["fire", "--nonnull", "m"]),
                                 ("unit_classes.cpp", ["check"]), ("unit_flexible.c", ["checksum"])):
            text = (PROGRAMS / program).read_text(encoding="utf-8")
            self.explore("--function", *options, text=text, name=program)
            for test in self.tests[:: max(1, len(self.tests) // 5)]:
                file = f"campaign/tests/{test['run']:06}.json"
                done = self.cuttle("replay", file, expect=1 if test["outcome"] == "bug" else 0)
                self.assertIn("as recorded", done.stdout_text + done.stderr_text)

    def test_nothing_of_a_run_is_left_for_the_next(self):
        """Objects, globals and the heap are new in each run, though all run in one process."""
        self.explore("--function", "f", code=0, text="""
#include <stdlib.h>
struct node { int key; struct node *next; };
static int calls;
static struct node *kept;
int f(struct node *list, int x) {
  if (calls++ || kept) abort();
  kept = list;
  for (struct node *n = list; n && calls < 4; n = n->next, calls++)
    if (n->key == x) { n->key = 77; n->next = n; return 1; }
  return 0;
}
""")
        self.assertTrue(self.summary["exhausted"])
        self.assertEqual(0, self.summary["divergences"])

    def test_the_depth_bound_is_reported(self):
        self.explore("--function", "f", "--max-depth", "3", code=0,
                     text="int f(unsigned x) { int n = 0; while (x) { x >>= 1; n++; } return n; }\n")
        self.assertIn("depth", [item["reason"] for item in self.summary["incomplete"]])
        self.assertFalse(self.summary["exhausted"])

    def test_stubs_are_listed(self):
        self.explore("--function", "f", code=0, text="int g(int); int f(int x) { if (g(x) == 3) return 1; return 0; }\n")
        self.assertEqual(["the results of these functions are inputs: g"], self.summary["notes"])
        self.assertEqual(2, len(self.tests))

    def test_a_leak_is_attributed(self):
        done = self.explore("--function", "f", "--sanitize", "address,leak", text="""
#include <stdlib.h>
void f(int x) {
  char *p = malloc(8);
  if (x != 3) free(p);
}
""")
        bug, = self.summary["bugs"]
        self.assertEqual(("leak", "unit.c:4", True), (bug["kind"], bug["location"], bug["confirmed"]))
        self.assertIn("x = 3", done.stdout_text)


if __name__ == "__main__":
    support.main()
