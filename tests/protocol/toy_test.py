# SPDX-License-Identifier: Apache-2.0
"""The toy language of examples/protocol: known numbers of paths, bugs that are confirmed, sound traces."""

import json
import shutil
import sys

import support

COMMAND = f"{sys.executable} toy.py"


class Toy(support.ProgramTest):
    def setUp(self):
        super().setUp()
        for file in (support.ROOT / "examples/protocol").iterdir():
            if file.is_file():
                shutil.copy(file, self.folder)

    def explore(self, program, *options, expect, text=None):
        if text is not None:
            self.write(program, text)
        self.cuttle("run", "--protocol", COMMAND, program, "--json", "summary.json", *options, expect=expect)
        return json.loads((self.folder / "summary.json").read_text())

    def check(self, program, paths, bugs, text=None, **more):
        summary = self.explore(program, "--keep-trace", "trace", expect=1 if bugs else 0, text=text)
        self.assertEqual(summary["paths"], paths, summary)
        self.assertTrue(summary["exhausted"], summary)
        self.assertEqual(sorted((b["kind"], b["location"]) for b in summary["bugs"]), bugs)
        self.assertTrue(all(b["confirmed"] for b in summary["bugs"]), summary["bugs"])
        self.assertEqual(summary["divergences"], 0)
        self.assertEqual(summary["language"], "protocol")
        for name, value in more.items():
            self.assertEqual(summary[name], value)
        self.assertIn("no problems", self.cuttle("trace", "check", "trace", expect=0).stdout_text)

    def test_the_first_example(self):
        self.check("testme.toy", 3, [("error-call", "testme.toy:7")])

    def test_divisions_assumptions_and_loops(self):
        # n is 0 to 3; for n > 0, d may be one of n values at which a division fails; 22 = 4 + 6 + 12.
        self.check("fractions.toy", 8, [("assertion", "fractions.toy:11"), ("division-by-zero", "fractions.toy:8")])

    def test_paths_are_those_of_the_program(self):
        text = "input x\n" + "".join(f"if x > {10 * i}\n  y = y + 1\nend\n" for i in range(6)) + "print y\n"
        self.check("steps.toy", 7, [], text)

    def test_independent_branches_multiply(self):
        text = "".join(f"input v{i}\nif v{i} % 3 == 1\n  s = s + 1\nend\n" for i in range(5))
        self.check("five.toy", 32, [], text)

    def test_inputs_of_one_name_are_told_apart(self):
        self.check("again.toy", 3, [("error-call", "again.toy:5")],
                   'input x\nif x == 7\n  input x\n  if x == -9\n    fail "both"\n  end\nend\n')

    def test_branches_without_inputs_are_no_choices(self):
        self.check("plain.toy", 1, [], "i = 0\nwhile i < 50\n  i = i + 1\nend\nprint i\n")

    def test_a_test_is_replayed_without_a_trace(self):
        self.explore("testme.toy", expect=1)
        replay = self.cuttle("replay", "testme.cuttle/tests/000003.json", expect=1)
        self.assertIn("as recorded", replay.stdout_text)
        self.assertIn("x is twice y and large", replay.stdout_text)

    def test_an_endless_loop_is_a_time_out_and_the_next_run_is_fine(self):
        summary = self.explore("loop.toy", "--run-timeout", "0.5", expect=1,
                               text="input x\nif x == 5\n  while 1\n    y = 1\n  end\nend\nif x == 6\n  y = 2\nend\n")
        self.assertEqual([b["kind"] for b in summary["bugs"]], ["timeout"])
        self.assertTrue(summary["bugs"][0]["confirmed"])
        self.assertEqual(summary["paths"], 3)

    def test_several_workers_find_the_same(self):
        text = "".join(f"input v{i}\nif v{i} == {i}\n  s = s + 1\nend\n" for i in range(5))
        summary = self.explore("five.toy", "--jobs", "2", expect=0, text=text)
        self.assertEqual((summary["paths"], summary["exhausted"]), (32, True))

    def test_a_campaign_is_resumed(self):
        text = "".join(f"input v{i}\nif v{i} == {i}\n  s = s + 1\nend\n" for i in range(5))
        self.explore("five.toy", "--max-runs", "10", expect=0, text=text)
        summary = self.explore("five.toy", "--resume", expect=0)
        self.assertEqual((summary["paths"], summary["exhausted"]), (32, True))

    def test_the_writer_is_short(self):
        self.assertLess(len((self.folder / "cuttle_trace.py").read_text().splitlines()), 310)


if __name__ == "__main__":
    support.main()
