# SPDX-License-Identifier: Apache-2.0
"""What the tests of Erlang programs share."""

import json
import pathlib
import re
import shutil
import subprocess

import support

PROGRAMS = pathlib.Path(__file__).parent / "programs"


class ErlangTest(support.ProgramTest):
    def setUp(self):
        if not shutil.which("erl"):
            self.skipTest("there is no Erlang")
        super().setUp()

    def explored(self, *arguments, code=0, timeout=300):
        """The summary of a campaign, and what was said."""
        done = self.cuttle("run", *arguments, "--json", "summary.json", expect=code, timeout=timeout)
        summary = json.loads((self.folder / "summary.json").read_text())
        for wrong in ("disagreement", "divergence", "trace-damaged"):
            self.assertEqual([i for i in summary["incomplete"] if i["reason"] == wrong], [])
        self.assertEqual(summary["duplicate_paths"], 0)
        self.assertEqual(summary["divergences"], 0)
        for bug in summary["bugs"]:
            self.assertTrue(bug["confirmed"], bug)
        return summary, done

    @staticmethod
    def cases(done):
        """Call and outcome of each test case of --list."""
        found = re.findall(r"^ +\d+  (\S.*?\))  +(\S.*)$", done.stdout_text, re.M)
        return [(call.strip(), outcome.strip()) for call, outcome in found]

    def erl(self, expression, *flags):
        """What an expression prints on the plain machine."""
        done = subprocess.run(["erl", "-noshell", *flags, "-eval", expression, "-s", "init", "stop"], cwd=self.folder,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout
