# SPDX-License-Identifier: Apache-2.0
"""Inputs from the environment: seeds, raw files beside the tests, replays by hand and in gdb."""

import os
import re
import shutil
import subprocess
import unittest

import support

PARSER = """#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  FILE* file = fopen("limits.txt", "r");
  const char* mode = getenv("MODE");
  int limit = file ? fgetc(file) : 0;
  if (argc > 1 && argv[1][0] == '-' && limit == '7' && mode && mode[0] == 'm')
    if (getchar() == '!') abort();
  return 0;
}
"""
DIGITS = """#include <stdio.h>
int main(void) {
  int c = getchar(), sum = 0;
  if (c == EOF) return 1;
  while (c != EOF) {
    if (c >= '0' && c <= '9')
      sum += c - '0';
    else if (c == '#')
      sum = -1;
    c = getchar();
  }
  if (sum == 26)
    puts("twenty-six");
  return 0;
}
"""
SOURCES = ["--input", "stdin:3", "--input", "argv:1:3", "--input", "file:limits.txt:2", "--input",
           "env:MODE:2"]


class Inputs(support.ProgramTest):
    def bug(self, *options):
        """The number of the test that shows the only bug."""
        self.write("parser.c", PARSER)
        self.cuttle("run", "parser.c", *SOURCES, *options, "--stop-on-bug", expect=1)
        tests = self.folder / "parser.cuttle/tests"
        number = max(path.stem for path in tests.glob("*.json"))
        return tests, number

    def test_raw_files_show_the_bug_by_hand(self):
        tests, number = self.bug()
        subprocess.run(["cc", "-g", "parser.c", "-o", "parser"], cwd=self.folder, check=True)
        shutil.copy(tests / f"{number}.file-limits.txt", self.folder / "limits.txt")
        script = (f"set -- $(cat {tests}/{number}.argv | xargs); . {tests}/{number}.env; export MODE;"
                  f" ./parser \"$@\" < {tests}/{number}.stdin")
        done = subprocess.run(["sh", "-c", script], cwd=self.folder, check=False)
        self.assertIn(done.returncode, (-6, 134))

    def test_replay(self):
        tests, number = self.bug()
        done = self.cuttle("replay", tests / f"{number}.json", expect=1)
        self.assertIn("abort at parser.c:8", done.stdout_text)
        self.assertIn("as recorded", done.stdout_text)
        self.assertFalse((self.folder / "limits.txt").exists())

    @unittest.skipUnless(shutil.which("gdb"), "there is no gdb")
    def test_replay_in_gdb(self):
        tests, number = self.bug()
        done = self.cuttle("replay", tests / f"{number}.json", "--gdb")
        self.assertIn("SIGABRT", done.stdout_text + done.stderr_text)

    def test_without_gdb_that_is_said(self):
        tests, number = self.bug()
        self.environment["PATH"] = os.path.dirname(shutil.which("clang-19") or "/nowhere")
        if shutil.which("gdb", path=self.environment["PATH"]):
            links = self.folder / "bin"
            links.mkdir()
            for name in ("clang-19", "clang++-19", "ld", "ld.lld-19", "llvm-symbolizer-19"):
                if found := shutil.which(name):
                    (links / name).symlink_to(found)
            self.environment["PATH"] = str(links)
        done = self.cuttle("replay", tests / f"{number}.json", "--gdb", expect=3)
        self.assertIn("no gdb", done.stderr_text)

    @unittest.skipUnless(shutil.which("gcov") and shutil.which("gcc"), "there is no gcov")
    def test_lcov_is_what_gcov_finds_for_the_same_inputs(self):
        self.write("digits.c", DIGITS)
        self.cuttle("run", "digits.c", "--input", "stdin:3", "--max-runs", "6")
        self.cuttle("report", "digits.cuttle", "--lcov", "c.info", expect=0)
        ours = {int(line): int(count) > 0 for line, count in
                re.findall(r"^DA:(\d+),(\d+)", (self.folder / "c.info").read_text(), re.M)}
        for what in (["-c", "digits.c"], ["digits.o", "-o", "digits"]):
            subprocess.run(["gcc", "--coverage", "-O0", *what], cwd=self.folder, check=True)
        for path in (self.folder / "digits.cuttle/tests").glob("*.stdin"):
            subprocess.run(["./digits"], cwd=self.folder, stdin=path.open(), check=False)
        subprocess.run(["gcov", "digits.c"], cwd=self.folder, check=True, capture_output=True)
        theirs = {int(line): count.strip() != "#####" for count, line in
                  re.findall(r"^ *([\d#]+)\*?: *(\d+):", (self.folder / "digits.c.gcov").read_text(),
                             re.M)}
        both = ours.keys() & theirs.keys()
        self.assertGreaterEqual(len(both), 8)
        self.assertIn(False, theirs.values())  # or the comparison shows little
        self.assertEqual({n: ours[n] for n in both}, {n: theirs[n] for n in both})

    def test_seeds(self):
        self.write("deep.c", """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char line[32];
  if (!fgets(line, sizeof line, stdin)) return 0;
  if (strncmp(line, "a long preamble", 15) != 0) return 0;
  if (line[15] == '?') abort();
  return 0;
}
""")
        self.write("corpus/one", "nothing")
        self.write("corpus/two", "a long preamble.")
        self.cuttle("run", "deep.c", "--input", "stdin:20", "--seed-input", "corpus", "--max-runs", "60",
                    "--stop-on-bug", expect=1)
        done = self.cuttle("run", "deep.c", "--seed-input", "missing", expect=2)
        self.assertIn("missing", done.stderr_text)
        self.write("plain.c", "int main(void) { return 0; }\n")
        done = self.cuttle("run", "plain.c", "--seed-input", "corpus", expect=2)
        self.assertIn("--input stdin", done.stderr_text)

    def test_the_standard_input_is_an_input_by_itself(self):
        self.write("reader.c", "#include <stdio.h>\nint main(void) { return getchar() == 'x'; }\n")
        done = self.cuttle("run", "reader.c", expect=0)
        self.assertIn("--input stdin:MAX", done.stderr_text)


if __name__ == "__main__":
    support.main()
