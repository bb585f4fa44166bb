# SPDX-License-Identifier: Apache-2.0
"""Confirmation by plain programs that Cuttle did not build: the same kind of failure at the same place, or none."""

import json
import shutil
import subprocess
import unittest

import support

# The failures are in lines of their own; the plain program's are chosen by PLAIN.
PROGRAM = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>
static volatile int zero;
static int *volatile nowhere;
#if PLAIN == 1 /* at the start */
__attribute__((constructor)) static void early(void) { *nowhere = 1; }
#endif
__attribute__((noinline)) static void fail(int c) {
#if PLAIN == 2 /* elsewhere */
  *nowhere = 2;
#elif PLAIN == 3 /* in another way */
  abort();
#elif PLAIN == 4 /* not at all */
  return;
#endif
  *nowhere = c;
}
int main(void) {
  int c = getchar();
  if (c == 'x') fail(c);
#if PLAIN == 5 /* with a complaint about something else */
  if (c == 'x') return printf("%d", c / zero);
#endif
  return 0;
}
"""
OVERRUN = """#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int c = getchar();
  char *room = malloc(8);
  if (c == 'y') room[c - 'y' + 8] = 1;
  c = room[0];
  free(room);
  return 0;
}
"""
HARNESS = """#include <stddef.h>
#include <stdint.h>
static int *volatile nowhere;
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > 0 && data[0] == 'x') *nowhere = 1;
  return 0;
}
"""
SYMBOL_FREE = ["strip", "plain"]


class Confirmation(support.ProgramTest):
    def command(self, *words):
        subprocess.run(words, cwd=self.folder, check=True, capture_output=True)

    def build(self, source, *plain_flags, compiler="clang-19"):
        self.write("p.c", source)
        self.command(support.TOOL, "cc", "-g", "-DPLAIN=0", "p.c", "-o", "explored")
        if shutil.which(compiler) is None:
            self.skipTest(f"there is no {compiler}")
        self.command(compiler, *plain_flags, "p.c", "-o", "plain")

    def bug(self):
        done = self.cuttle("run", "./explored", "--input", "stdin:1", "--plain", "plain", "--json", "-", "-q",
                           "--out", "c", expect=1)
        bug, = json.loads(done.stdout_text)["bugs"]
        return bug

    def assert_unconfirmed(self, why):
        bug = self.bug()
        self.assertFalse(bug["confirmed"], bug)
        self.assertIn(why, bug["unconfirmed_why"])

    def replays(self):
        """What each of the tests comes to."""
        for test in sorted((self.folder / "c/tests").glob("*.json")):
            yield self.cuttle("replay", test).stdout_text

    def test_the_same_program(self):
        for flags in (["-g"], ["-g", "-O2"], [], ["-g", "-fsanitize=address"], ["-g", "-fsanitize=undefined"]):
            with self.subTest(flags=flags):
                shutil.rmtree(self.folder / "c", ignore_errors=True)
                self.build(PROGRAM, "-DPLAIN=0", *flags)
                bug = self.bug()
                self.assertTrue(bug["confirmed"], bug)
                self.assertTrue(bug["location"].endswith("p.c:18"), bug)
                for text in self.replays():
                    self.assertIn("as recorded", text)

    def test_by_another_compiler(self):
        self.build(PROGRAM, "-DPLAIN=0", "-g", compiler="gcc")
        self.assertTrue(self.bug()["confirmed"])

    def test_one_that_fails_at_its_start(self):
        self.build(PROGRAM, "-DPLAIN=1", "-g")
        self.assert_unconfirmed("failed elsewhere: segfault at p.c:8")

    def test_one_that_fails_at_another_line(self):
        self.build(PROGRAM, "-DPLAIN=2", "-g")
        self.assert_unconfirmed("failed elsewhere: segfault at p.c:12")

    def test_one_that_fails_in_another_way(self):
        self.build(PROGRAM, "-DPLAIN=3", "-g")
        self.assert_unconfirmed("abort at p.c:14")

    def test_one_that_does_not_fail(self):
        for flags in ([], ["-fsanitize=address"]):
            with self.subTest(flags=flags):
                shutil.rmtree(self.folder / "c", ignore_errors=True)
                self.build(PROGRAM, "-DPLAIN=4", "-g", *flags)
                self.assert_unconfirmed("ended with exit code 0")
                for text in self.replays():
                    self.assertNotIn("anitizer", text)
                    self.assertIn("ends with exit code 0", text)

    def test_a_sanitizer_that_names_something_else(self):
        self.build(PROGRAM.replace("if (c == 'x') fail(c);", ""), "-DPLAIN=5", "-g",
                   "-fsanitize=undefined", "-fno-sanitize-recover=all")
        self.write("p.c", PROGRAM)
        self.command(support.TOOL, "cc", "-g", "-DPLAIN=0", "p.c", "-o", "explored")
        self.assert_unconfirmed("another way: division-by-zero at p.c:")

    def test_what_only_a_sanitizer_notices(self):
        self.build(OVERRUN, "-g", "-fsanitize=address")
        bug = self.bug()
        self.assertTrue(bug["confirmed"], bug)
        self.assertEqual(bug["kind"], "out-of-bounds")

    def test_a_program_with_libfuzzer(self):
        self.write("p.c", HARNESS)
        self.command(support.TOOL, "cc", "-g", "-fsanitize=fuzzer", "p.c", "-o", "explored")
        for flags in ("-fsanitize=fuzzer", "-fsanitize=fuzzer,address"):
            with self.subTest(flags=flags):
                shutil.rmtree(self.folder / "c", ignore_errors=True)
                self.command("clang-19", "-g", flags, "p.c", "-o", "plain")
                bug = self.bug()
                self.assertTrue(bug["confirmed"], bug)
                for text in self.replays():
                    self.assertIn("as recorded", text)

    def test_a_harness_gets_its_plain_build_by_itself(self):
        self.write("p.c", HARNESS)
        self.write("other.c", "int other(void) { return 1; }\n")
        harness = ["-g", "-fsanitize=fuzzer"]
        for steps in ([[*harness, "p.c", "other.c", "-o", "explored"]],
                      [[*harness, "-c", "p.c"], ["-g", "-fsanitize=fuzzer-no-link", "-c", "other.c"],
                       [*harness, "p.o", "other.o", "-o", "explored"]]):
            with self.subTest(steps=len(steps)):
                shutil.rmtree(self.folder / "c", ignore_errors=True)
                for left in self.folder.glob("*.plain*"):
                    left.unlink()
                for words in steps:
                    self.command(support.TOOL, "cc", *words)
                done = self.cuttle("run", "./explored", "--json", "-", "-q", "--out", "c", expect=1)
                bug, = json.loads(done.stdout_text)["bugs"]
                self.assertTrue(bug["confirmed"], bug)
        done = self.cuttle("run", "p.c", "--cflags=-fsanitize=fuzzer", "--json", "-", "-q", "--out", "d", expect=1)
        self.assertTrue(json.loads(done.stdout_text)["bugs"][0]["confirmed"])

    def test_without_symbols(self):
        self.build(PROGRAM, "-DPLAIN=0", "-g")
        self.command(*SYMBOL_FREE)
        self.assert_unconfirmed("keep its symbols")

    def test_with_symbols_beside_it(self):
        self.build(PROGRAM, "-DPLAIN=0", "-g")
        self.command("objcopy", "--only-keep-debug", "plain", "plain.debug")
        self.command(*SYMBOL_FREE)
        self.command("objcopy", "--add-gnu-debuglink=plain.debug", "plain")
        self.assertTrue(self.bug()["confirmed"])


if __name__ == "__main__":
    support.main()
