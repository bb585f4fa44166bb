# SPDX-License-Identifier: Apache-2.0
"""Several processes on one campaign: they find what one finds, no path twice, whoever is killed."""

import json
import re
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time

import programs
import support

QSORT = """qsort([], []).
qsort([X|Xs], S) :- part(Xs, X, A, B), qsort(A, C), qsort(B, D), app(C, [X|D], S).
part([], _, [], []).
part([Y|Ys], X, [Y|A], B) :- Y =< X, part(Ys, X, A, B).
part([Y|Ys], X, A, [Y|B]) :- Y > X, part(Ys, X, A, B).
app([], L, L).
app([X|Xs], L, [X|Ys]) :- app(Xs, L, Ys).
"""


class Together(support.ProgramTest):
    def database(self, folder):
        return sqlite3.connect(f"file:{self.folder / folder}/campaign.db?mode=ro", uri=True)

    def runs(self, folder):
        try:
            database = self.database(folder)
            count, = database.execute("SELECT count(*) FROM runs").fetchone()
            database.close()
            return count
        except sqlite3.Error:
            return 0

    def processes(self, folder):
        """How many processes hold work now."""
        database = self.database(folder)
        count, = database.execute("SELECT count(*) FROM leases").fetchone()
        database.close()
        return count

    def paths(self, folder):
        database = self.database(folder)
        rows = [row[0] for row in database.execute("SELECT path FROM runs WHERE is_path")]
        database.close()
        self.assertEqual(len(rows), len(set(rows)), "a path was run twice")
        return set(rows)

    def wait_until(self, what, condition):
        deadline = time.monotonic() + 90
        while not condition():
            self.assertLess(time.monotonic(), deadline, what)
            time.sleep(0.01)

    def begin(self, *arguments, folder="two", runs=3):
        """A process that has begun a campaign."""
        process = self.start("run", *arguments, "--out", folder)
        self.wait_until("no run was recorded",
                        lambda: self.runs(folder) >= runs or process.poll() is not None)
        return process

    def join(self, folder="two"):
        worker = self.start("worker", folder)
        self.wait_until("it did not join",
                        lambda: self.processes(folder) > 1 or worker.poll() is not None)
        return worker

    def end(self, process, code=0, timeout=120):
        try:
            out, err = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            self.fail("it did not end")
        self.assertEqual(process.returncode, code, out + err)
        return out

    def contributed(self, text):
        return int(re.search(r"contributed ([0-9]+) run", text)[1])

    def summary(self, folder):
        done = self.cuttle("report", folder, "--json", "report.json")
        self.assertEqual(done.returncode, 0, done.stderr_text)
        return json.loads((self.folder / "report.json").read_text())

    def expect_whole(self, folder="two", alone="one"):
        """The campaign in `folder` found what the one of a single process found."""
        self.assertEqual(self.paths(folder), self.paths(alone))
        summary, expected = self.summary(folder), self.summary(alone)
        self.assertTrue(summary["exhausted"], summary)
        self.assertEqual(summary["runs"], expected["runs"])
        self.assertEqual(summary["duplicate_paths"], 0)
        self.assertEqual(summary["coverage"], expected["coverage"])
        self.assertEqual([bug["key"] for bug in summary["bugs"]],
                         [bug["key"] for bug in expected["bugs"]])
        for bug in summary["bugs"]:
            self.assertTrue(bug["confirmed"], bug)
            self.assertTrue((self.folder / folder / bug["test"]).exists(), bug)

    alone = None  # the campaign of a single process on many.c, made once for all tests

    def prepare_c(self):
        """256 paths, the last of them a bug, of a program that takes its time."""
        text = programs.MANY_PATHS.format(count=8)
        # Sleeping takes no time in the world of a run; counting does.
        slow = "for (volatile long i = 0; i < 3000000; ++i);\n  return n"
        self.write("many.c", text.replace("return n", slow))
        if Together.alone is None:
            kept = tempfile.TemporaryDirectory()
            self.addClassCleanup(kept.cleanup)
            self.cuttle("run", "many.c", "--out", "one", "--jobs", "2", expect=1)
            shutil.copytree(self.folder / "one", f"{kept.name}/one", symlinks=True)
            Together.alone = kept.name
        else:
            shutil.copytree(f"{Together.alone}/one", self.folder / "one", symlinks=True)

    def test_two_processes_explore_a_c_program(self):
        self.prepare_c()
        first = self.begin("many.c")
        worker = self.join()
        self.assertIn("EXHAUSTED", self.end(first, code=1))
        self.assertGreater(self.contributed(self.end(worker)), 0)
        self.expect_whole()
        self.assertFalse((self.folder / "two/campaign.workers").exists())

    def test_three_processes_explore_a_prolog_program(self):
        self.write("qsort.pl", QSORT)
        arguments = ("qsort.pl", "--goal", "qsort(L, S)", "--type", "1:list(integer)", "--depth", "6")
        self.cuttle("run", *arguments, "--out", "one", expect=0)
        first = self.begin(*arguments)
        workers = [self.start("worker", "two", "--jobs", "2"), self.start("worker", "two")]
        self.assertIn("EXHAUSTED", self.end(first))
        for worker in workers:
            self.end(worker)
        self.expect_whole()

    def test_a_worker_that_is_killed_loses_nothing(self):
        self.prepare_c()
        first = self.begin("many.c")
        worker = self.join()
        held = ("SELECT count(*) FROM work WHERE lease <> 0 AND lease = "
                "(SELECT max(token) FROM leases)")
        self.wait_until("it got no work", lambda: first.poll() is not None or
                        self.database("two").execute(held).fetchone()[0] > 0)
        worker.kill()
        worker.communicate()
        self.end(first, code=1)
        self.expect_whole()

    def test_who_began_is_killed_and_the_worker_finishes(self):
        self.prepare_c()
        first = self.begin("many.c")
        worker = self.join()
        first.kill()
        first.communicate()
        out = self.end(worker)
        self.assertIn("nothing is left to do", out)
        self.expect_whole()
        done = self.cuttle("run", "many.c", "--out", "two", "--resume", expect=1)
        self.assertIn("EXHAUSTED", done.stdout_text)
        self.expect_whole()

    def test_all_are_killed_and_it_is_resumed(self):
        self.prepare_c()
        first = self.begin("many.c")
        worker = self.join()
        time.sleep(0.3)
        for process in (first, worker):
            process.kill()
            process.communicate()
        self.cuttle("run", "many.c", "--out", "two", "--resume", expect=1)
        self.expect_whole()

    def test_ctrl_c_where_it_began_ends_it_for_all(self):
        self.write("many.c", programs.MANY_PATHS.format(count=20))
        first = self.begin("many.c")
        worker = self.join()
        first.send_signal(signal.SIGINT)
        self.assertIn("--resume", self.end(first, code=130))
        self.assertIn("the campaign was stopped", self.end(worker))
        summary = self.summary("two")
        self.assertTrue(summary["interrupted"])
        self.assertEqual(summary["runs"], self.runs("two"))
        late = self.cuttle("worker", "two", expect=2)
        self.assertIn("has been stopped", late.stderr_text)
        self.assertIn("--resume", late.stderr_text)

    def test_a_worker_may_leave(self):
        self.prepare_c()
        first = self.begin("many.c")
        worker = self.join()
        worker.send_signal(signal.SIGINT)
        self.assertIn("left the campaign", self.end(worker, code=130))
        self.end(first, code=1)
        self.expect_whole()

    def test_who_cannot_join_is_told_why(self):
        self.assertIn("there is no campaign in nowhere",
                      self.cuttle("worker", "nowhere", expect=2).stderr_text)
        self.write("fine.c", programs.FINE)
        self.cuttle("run", "fine.c", "--out", "two", expect=0)
        self.assertIn("nothing is left to do in two",
                      self.cuttle("worker", "two", expect=0).stdout_text)
        self.write("many.c", programs.MANY_PATHS.format(count=20))
        first = self.begin("many.c", folder="three")
        again = self.cuttle("run", "many.c", "--out", "three", expect=3)
        self.assertIn("cuttle worker three", again.stderr_text)
        self.write("many.c", programs.MANY_PATHS.format(count=19))
        changed = self.cuttle("worker", "three", expect=2)
        self.assertIn("it has changed", changed.stderr_text)
        first.send_signal(signal.SIGINT)
        self.end(first, code=130)
        database = sqlite3.connect(self.folder / "three/campaign.db")
        database.execute("PRAGMA user_version = 99")
        database.commit()
        database.close()
        self.assertIn("newer Cuttle", self.cuttle("worker", "three", expect=3).stderr_text)


if __name__ == "__main__":
    support.main()
