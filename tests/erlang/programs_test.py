# SPDX-License-Identifier: Apache-2.0
"""Programs with a bug that has to be solved for: `%% run:` says how, `%% bug:` which one. All are found, confirmed on the
plain module, and become tests of EUnit that pass there."""

import re
import shutil
import subprocess
import unittest

import harness
import support


def headers(path):
    return dict(re.findall(r"^%% (\w+): (.*)$", path.read_text(), re.M))


class Programs(harness.ErlangTest):
    def check(self, path):
        header = headers(path)
        kind, _, shape = header["bug"].partition(" ")
        shutil.copy(path, self.folder)
        summary, done = self.explored(path.name, *header["run"].split(), "--max-runs", "120", "--time", "60", "--out", "c.cuttle",
                                      code=1)
        found = [bug for bug in summary["bugs"] if bug["kind"] == kind]
        self.assertTrue(found, done.stdout_text)
        if shape:
            word = re.escape(shape.strip("{").partition(",")[0])
            self.assertTrue(any(re.search(rf"\b{word}\b", bug["message"]) for bug in found), found)
        self.check_suite()

    def check_suite(self):
        """The exported tests pass on the plain module, under plain erlc and eunit."""
        self.cuttle("export", "c.cuttle", "--format", "eunit", expect=0)
        (suite,) = (self.folder / "tests").glob("*_tests.erl")
        compiled = subprocess.run(["erlc", "+debug_info", "-Werror", "-o", ".", *map(str, self.folder.glob("*.erl")), str(suite)],
                                  cwd=self.folder, capture_output=True, text=True, timeout=120)
        self.assertEqual(compiled.returncode, 0, compiled.stdout + suite.read_text())
        said = self.erl(f"io:format(\"~p~n\", [eunit:test({suite.stem})])")
        self.assertTrue(said.rstrip().endswith("ok"), said + suite.read_text())


def add(path):
    setattr(Programs, f"test_{path.stem}", lambda self: self.check(path))


for program in sorted(harness.PROGRAMS.glob("*.erl")):
    if "bug" in headers(program):
        add(program)

if __name__ == "__main__":
    support.main()
