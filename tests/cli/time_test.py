# SPDX-License-Identifier: Apache-2.0
"""--time is kept, whatever takes long; only ratios with wide margins are compared, for busy machines."""

import json
import os
import time

import support

LOOPS = """#include <unistd.h>
int main(void) {
  char text[8];
  long n = read(0, text, 8);
  for (long i = 0; i < n; i++)
    if (text[i] == 'a' + i)
      for (;;) __asm__ volatile("");
  return 0;
}
"""
# Does not care for signals that ask.
DEAF = """#include <signal.h>
#include <unistd.h>
int main(void) {
  char c = 0;
  for (int i = 1; i < 32; i++) signal(i, SIG_IGN);
  if (read(0, &c, 1) == 1 && c == 'x')
    for (;;) pause();
  return 0;
}
"""
# The plain program takes for ever to come to the same failure.
SLOW_TO_CONFIRM = """#include <stdlib.h>
#include <unistd.h>
int main(void) {
  char c = 0;
  if (read(0, &c, 1) != 1 || c != 'x') return 0;
#ifdef PLAIN
  for (;;) __asm__ volatile("");
#endif
  abort();
}
"""


class Time(support.ProgramTest):
    def run_for(self, seconds, *arguments, expect=None):
        begin = time.monotonic()
        done = self.cuttle("run", *arguments, "--time", seconds, "--json", "s.json", expect=expect)
        took = time.monotonic() - begin
        self.assertLess(took, 2 * seconds + 3, done.stderr_text)
        path = self.folder / "s.json"
        return json.loads(path.read_text()) if path.exists() else None, done

    def test_many_inputs_that_never_end(self):
        self.write("loops.c", LOOPS)
        summary, _ = self.run_for(10, "loops.c", "--input", "stdin:8")
        self.assertGreater(summary["runs"], 8)
        bug, = summary["bugs"]
        self.assertEqual(bug["kind"], "timeout")
        self.assertTrue(bug["confirmed"], bug)

    def test_a_program_that_ignores_signals(self):
        self.write("deaf.c", DEAF)
        self.run_for(6, "deaf.c", "--input", "stdin:2")

    def test_a_replay_that_takes_long(self):
        self.write("slow.c", SLOW_TO_CONFIRM)
        for flags, name in (["-DPLAIN"], "plain"), ([], "explored"):
            compiler = ["clang-19", *flags] if flags else [support.TOOL, "cc"]
            support.subprocess.run([*compiler, "-g", "slow.c", "-o", name], cwd=self.folder, check=True)
        arguments = ("./explored", "--input", "stdin:1", "--plain", "plain", "--run-timeout", "500", "--out", "c")
        summary, _ = self.run_for(5, *arguments, expect=1)
        bug, = summary["bugs"]
        self.assertFalse(bug["confirmed"])
        self.assertIn("the time ended", bug["unconfirmed_why"])
        support.subprocess.run(["clang-19", "-g", "slow.c", "-o", "plain"], cwd=self.folder, check=True)
        again, _ = self.run_for(20, *arguments, "--resume", expect=1)
        bug, = again["bugs"]
        self.assertTrue(bug["confirmed"], bug)

    def test_a_build_that_takes_long(self):
        self.write("long.c", '#include "endless.h"\nint main(void) { return 0; }\n')
        os.mkfifo(self.folder / "endless.h")  # the compiler waits for somebody to write to it
        _, done = self.run_for(3, "long.c", expect=3)
        self.assertIn("while the program was being built", done.stderr_text)


if __name__ == "__main__":
    support.main()
