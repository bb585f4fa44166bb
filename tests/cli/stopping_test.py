# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C, kill -9, and going on afterwards: nothing is lost and nothing is done twice."""

import json
import random
import signal
import sqlite3
import time

import programs
import support


class Stopping(support.ProgramTest):
    def runs(self, folder):
        """How many runs are in the store by now."""
        try:
            database = sqlite3.connect(f"file:{self.folder / folder}/campaign.db?mode=ro", uri=True)
            count, = database.execute("SELECT count(*) FROM runs").fetchone()
            database.close()
            return count
        except sqlite3.Error:
            return 0

    def paths(self, folder):
        database = sqlite3.connect(self.folder / folder / "campaign.db")
        rows = [row[0] for row in database.execute("SELECT path FROM runs WHERE is_path")]
        database.close()
        self.assertEqual(len(rows), len(set(rows)), "a path was run twice")
        return set(rows)

    def start_and_wait(self, *arguments, folder, more_than):
        process = self.start("run", *arguments)
        deadline = time.monotonic() + 60
        while self.runs(folder) <= more_than and process.poll() is None:
            self.assertLess(time.monotonic(), deadline, "no run was recorded")
            time.sleep(0.01)
        return process

    def test_ctrl_c_ends_in_good_order(self):
        self.write("many.c", programs.MANY_PATHS.format(count=20))
        process = self.start_and_wait("many.c", "--json", "s.json", folder="many.cuttle", more_than=5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 130, err)
        self.assertIn("INCOMPLETE", out)
        self.assertIn("--resume", out)
        summary = json.loads((self.folder / "s.json").read_text())
        self.assertTrue(summary["interrupted"])
        self.assertFalse(summary["exhausted"])
        self.assertIn("interrupted", [item["reason"] for item in summary["incomplete"]])
        self.assertEqual(summary["runs"], self.runs("many.cuttle"))
        done = self.cuttle("run", "many.c", "--resume", "--max-runs", "20", "--json", "t.json")
        self.assertIn(done.returncode, (0, 1))
        again = json.loads((self.folder / "t.json").read_text())
        self.assertGreater(again["runs"], summary["runs"])
        self.assertEqual(again["duplicate_paths"], 0)

    def test_a_second_ctrl_c_ends_at_once(self):
        self.write("hang.c", "#include <cuttle/cuttle.h>\nint main(void) {\n  int x;\n"
                             "  CUTTLE_input(x);\n  for (;;) {\n  }\n}\n")
        process = self.start("run", "hang.c", "--run-timeout", "60")
        deadline = time.monotonic() + 30
        while not (self.folder / "hang.cuttle/campaign.db").exists():
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.05)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=10)
        self.assertEqual(process.returncode, 130)

    def test_terminate_ends_in_good_order(self):
        self.write("many.c", programs.MANY_PATHS.format(count=20))
        process = self.start_and_wait("many.c", folder="many.cuttle", more_than=5)
        process.terminate()
        out, _ = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 143)
        self.assertIn("INCOMPLETE", out)

    def kill_and_resume(self, strategy, jobs, seed):
        self.cuttle("run", "many.c", "--strategy", strategy, "--out", "whole", "-j", jobs)
        expected = self.paths("whole")
        self.assertEqual(len(expected), 512)
        random.seed(seed)
        arguments = ("many.c", "--strategy", strategy, "--out", "parts", "-j", jobs)
        for attempt in range(4):
            extra = ("--resume",) if attempt else ()
            process = self.start_and_wait(*arguments, *extra, folder="parts",
                                          more_than=self.runs("parts") + random.randrange(20, 90))
            process.kill()
            process.communicate()
        self.assertGreater(self.runs("parts"), 60)
        self.cuttle("run", *arguments, "--resume", "--json", "s.json", expect=1)
        summary = json.loads((self.folder / "s.json").read_text())
        self.assertEqual(self.paths("parts"), expected)
        self.assertEqual(summary["paths"], 512)
        self.assertEqual((summary["duplicate_paths"], summary["divergences"]), (0, 0))
        self.assertTrue(summary["exhausted"])
        bug, = summary["bugs"]
        self.assertTrue(bug["confirmed"])

    def test_kill_and_resume_depth_first(self):
        self.write("many.c", programs.MANY_PATHS.format(count=9))
        self.kill_and_resume("dfs", 1, 1)

    def test_kill_and_resume_random(self):
        self.write("many.c", programs.MANY_PATHS.format(count=9))
        self.kill_and_resume("random", 1, 2)

    def test_kill_and_resume_two_workers(self):
        self.write("many.c", programs.MANY_PATHS.format(count=9))
        self.kill_and_resume("auto", 2, 3)

    def test_resume_of_a_finished_campaign(self):
        self.write("bug.c", programs.BUG)
        first = self.cuttle("run", "bug.c", expect=1)
        second = self.cuttle("run", "bug.c", "--resume", expect=1)
        self.assertIn("EXHAUSTED", second.stdout_text)
        self.assertEqual(first.stdout_text.splitlines()[:5], second.stdout_text.splitlines()[:5])

    def test_two_at_once_in_one_folder(self):
        self.write("many.c", programs.MANY_PATHS.format(count=20))
        process = self.start_and_wait("many.c", folder="many.cuttle", more_than=5)
        done = self.cuttle("run", "many.c", expect=3)
        self.assertIn(str(process.pid), done.stderr_text)
        self.cuttle("report", "many.cuttle", expect=0)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
        self.assertEqual(process.returncode, 130)


if __name__ == "__main__":
    support.main()
