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
        self.verify("figure1.c", 1)
        page = (self.folder / "campaign" / "pruning.html").read_text(encoding="utf-8")
        self.assertIn("main::s", page)

    def test_locks_in_a_row(self):
        for count, strategy in ((5, "random"), (10, "cfg"), (15, "dfs")):
            lines = ["extern int __VERIFIER_nondet_int(void);", "extern void abort(void);",
                     "int main(void) {"]
            lines += [f"int p{i} = __VERIFIER_nondet_int(), l{i} = 0;" for i in range(count)]
            lines += [f"if (p{i} != 0) l{i} = 1;" for i in range(count)]
            lines += [f"if (p{i} != 0) {{ if (l{i} != 1) abort(); l{i} = 0; }}"
                      for i in range(count)]
            source = self.write("locks.c", "\n".join(lines + ["return 0;", "}"]) + "\n")
            with self.subTest(locks=count, strategy=strategy):
                summary = self.explore(source, "--prune", "--strategy", strategy)
                self.assertTrue(summary["verified"])
                self.assertLessEqual(summary["runs"], count * count)

    def test_locks_in_a_loop_without_bound(self):
        self.verify("loop.c", 40)

    def test_tree(self):
        plain = self.explore("tree.c")
        self.verify("tree.c", plain["runs"])

    def test_a_campaign_goes_on(self):
        parts = [self.explore("calls.c", "--prune", "--strategy", "cfg", "--max-runs", "5")]
        self.assertFalse(parts[0]["verified"])
        while not parts[-1]["exhausted"] and len(parts) < 30:
            parts.append(self.explore("calls.c", "--prune", "--strategy", "cfg", "--max-runs", "20",
                                      "--resume"))
        self.assertTrue(parts[-1]["verified"], parts[-1]["prune"])
        self.assertEqual(parts[-1]["duplicate_paths"], 0)

    def test_several_workers(self):
        self.assertTrue(self.explore("calls.c", "--prune", "--jobs", "2")["verified"])

    def test_a_function_of_numbers(self):
        source = self.write("unit.c", """#include <stdlib.h>
static int few(int x) { return x > 3 ? 3 : x; }
int fine(int a, unsigned char b) {
  int s = 0;
  if (a > 5) s += few(a);
  if (b > 7) s += few(b);
  if (s > 6) abort();
  return s;
}
int bad(int a, short b) {
  int s = 0;
  if (a > 5) s += few(a);
  if (b > 7) s += few(b);
  if (s > 5) abort();
  return s;
}
int by_address(const int *p) { return p == NULL ? 0 : *p; }
""")
        self.assertTrue(self.explore(source, "--prune", "--function", "fine")["verified"])
        bad = self.explore(source, "--prune", "--function", "bad", expect=1)
        self.assertEqual(len(bad["bugs"]), 1)
        self.assertFalse(self.explore(source, "--prune", "--function", "by_address")["verified"])

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
        for options in (["--sanitize", "address"], ["--detect", "shift"], ["--sequence", "f,g"]):
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
