# SPDX-License-Identifier: Apache-2.0
"""The worked examples of "Concolic Execution in Functional Programming by Program Instrumentation"."""

import re
import shutil

import harness
import support

# Example 2: the events of main([a]), as they are printed there.
APP, ALTS = "[X, Y], [W1, W2]", "[(1, X, []), (2, X, [H|T])]"
EVENTS = ["call([X], [W], W, [X, X])", f"case({APP}, 2, X, [H|T], {ALTS})", f"call({APP}, W2, [T, Y])",
          f"case({APP}, 1, X, [], {ALTS})", f"exitcase({APP}, W1, Y)", f"exit({APP}, W1)", f"exitcase({APP}, W1, [H|W2])",
          f"exit({APP}, W1)", "exit([X], [W], W)"]


class Papers(harness.ErlangTest):
    def explore_main(self, *options, code=1):
        shutil.copy(harness.PROGRAMS / "paper.erl", self.folder)
        return self.explored("paper.erl", "--function", "main/1", "--list", *options, code=code)

    def test_section_5(self):
        """Term depth 3: lists of no, one, two and three elements, and what is no list."""
        _, done = self.explore_main("--depth", "3")
        proper = [call for call, outcome in self.cases(done) if "BUG" not in outcome]
        lengths = sorted(0 if "([])" in call else call.count(",") + 1 for call in proper)
        self.assertEqual(lengths, [0, 1, 2, 3], done.stdout_text)

    def test_example_2(self):
        """The same events, and the result [X,X] for [X]."""
        _, done = self.explore_main("--depth", "1", "--trace")
        (line,) = [line for line in done.stdout_text.splitlines() if re.match(r" +\d+  paper:main\(\[\w+\]\)", line)]
        element = re.search(r"\[(\w+)\]", line)[1]
        call, _, rest = line.partition(", ")
        self.assertEqual(rest.rpartition("  ")[0].rstrip(), ", ".join(EVENTS))
        self.assertEqual(rest.rpartition("  ")[2], f"[{element},{element}]")

    def test_bugs_are_lists_that_are_none(self):
        summary, _ = self.explore_main("--depth", "3")
        self.assertEqual([bug["kind"] for bug in summary["bugs"]], ["erlang-error"])
        self.assertIn("case_clause", summary["bugs"][0]["message"])
        self.assertTrue(summary["exhausted"])


if __name__ == "__main__":
    support.main()
