# SPDX-License-Identifier: Apache-2.0
"""What the program tests share: running the tool in a scratch folder, and TAP output."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOL = os.environ.get("CUTTLE_TOOL", str(ROOT / "build/release/bin/cuttle"))


class ProgramTest(unittest.TestCase):
    """Each test runs in a new folder, `self.folder`, and without the user's environment of colours."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cuttle-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.environment = {k: v for k, v in os.environ.items()
                            if k not in ("NO_COLOR", "TERM", "GITHUB_ACTIONS")}

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def start(self, *arguments, **options):
        """The tool as a running process."""
        options = {"cwd": self.folder, "env": self.environment, "stdin": subprocess.DEVNULL,
                   "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **options}
        return subprocess.Popen([TOOL, *map(str, arguments)], **options)

    def cuttle(self, *arguments, expect=None, timeout=120, **options):
        """Runs the tool to its end; with `expect`, checks the exit code."""
        process = self.start(*arguments, **options)
        try:
            process.stdout_text, process.stderr_text = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            self.fail(f"cuttle {' '.join(map(str, arguments))} did not end within {timeout} s")
        if expect is not None:
            self.assertEqual(process.returncode, expect,
                             f"exit code of cuttle {' '.join(map(str, arguments))}\n"
                             f"--- stdout\n{process.stdout_text}\n--- stderr\n{process.stderr_text}")
        return process


class TapResult(unittest.TextTestResult):
    def __init__(self, stream, descriptions, verbosity):
        super().__init__(stream, descriptions, 0)

    def _line(self, test, good, note=""):
        print(f"{'ok' if good else 'not ok'} {test.id().removeprefix('__main__.')}{note}", flush=True)

    def addSuccess(self, test):
        super().addSuccess(test)
        self._line(test, True)

    def addError(self, test, err):
        super().addError(test, err)
        self._line(test, False)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._line(test, False)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self._line(test, True, f" # SKIP {reason}")

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self._line(subtest, False)


def main():
    runner = unittest.TextTestRunner(stream=sys.stdout, resultclass=TapResult)
    unittest.main(testRunner=runner, verbosity=0)
