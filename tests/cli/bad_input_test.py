# SPDX-License-Identifier: Apache-2.0
"""Bad input gets a message of one screen that says what, where and what to do, and changes nothing."""

import os
import sqlite3

import programs
import support


class BadInput(support.ProgramTest):
    def snapshot(self):
        return {str(p.relative_to(self.folder)): p.stat().st_mtime_ns
                for p in self.folder.rglob("*") if p.is_file()}

    def refused(self, *arguments, code=2, says=()):
        """The command fails with this code, says these things on stderr, and changes nothing."""
        before = self.snapshot()
        done = self.cuttle(*arguments, expect=code)
        self.assertEqual(done.stdout_text, "")
        self.assertLessEqual(len(done.stderr_text.splitlines()), 25, done.stderr_text)
        self.assertTrue(done.stderr_text.startswith("cuttle: error: "), done.stderr_text)
        for text in [says] if isinstance(says, str) else says:
            self.assertIn(text, done.stderr_text)
        self.assertNotIn("\x1b", done.stderr_text)
        self.assertEqual(self.snapshot(), before, "something changed")
        return done.stderr_text

    def test_no_command(self):
        done = self.cuttle(expect=2)
        self.assertIn("Usage: cuttle COMMAND", done.stderr_text)

    def test_unknown_command(self):
        self.refused("rnu", "a.c", says="did you mean `run'?")

    def test_a_file_instead_of_a_command(self):
        self.write("a.c", programs.FINE)
        self.refused("a.c", says="cuttle run a.c")

    def test_unknown_option(self):
        self.write("a.c", programs.FINE)
        self.refused("run", "a.c", "--max-rusn", "3", says=["--max-rusn", "did you mean `--max-runs'?"])

    def test_unknown_strategy(self):
        self.write("a.c", programs.FINE)
        self.refused("run", "a.c", "--strategy", "dsf", says=["`dsf'", "did you mean `dfs'?", "bfs"])

    def test_wrong_value(self):
        self.write("a.c", programs.FINE)
        self.refused("run", "a.c", "--max-runs", "lots", says=["--max-runs", "`lots'"])

    def test_missing_value(self):
        self.refused("run", "a.c", "--time", says="--time needs a value")

    def test_no_target(self):
        self.refused("run", says="needs TARGET")

    def test_missing_file(self):
        self.write("testme.c", programs.FINE)
        self.refused("run", "tetsme.c", says=["there is no file tetsme.c", "did you mean `testme.c'?"])

    def test_missing_folder(self):
        self.refused("run", "nowhere/a.c", says=["nowhere/a.c", "does not exist"])

    def test_a_folder_as_target(self):
        os.mkdir(self.folder / "src")
        self.refused("run", "src", says="is a folder")

    def test_a_file_of_no_language(self):
        self.write("notes.txt", "hello\n")
        self.refused("run", "notes.txt", says="notes.txt")

    def test_syntax_error(self):
        self.write("bad.c", "int main(void) {\n  int x return 0;\n}\n")
        self.refused("run", "bad.c", says=["bad.c:2:8: error: expected ';'"])

    def test_link_error(self):
        self.write("bad.c", "int other(void);\nint main(void) { return other(); }\n")
        self.refused("run", "bad.c", says="other")

    def test_unknown_function(self):
        self.write("list.c", "int insert(int x) { return x; }\nint delete_all(int x) { return x; }\n")
        self.refused("run", "list.c", "--function", "insret", says=["insret", "did you mean `insert'?"])

    def test_output_folder_under_a_file(self):
        self.write("a.c", programs.FINE)
        self.write("file", "")
        self.refused("run", "a.c", "--out", "file/sub", code=3, says="file/sub")

    def test_output_folder_is_a_file(self):
        self.write("a.c", programs.FINE)
        self.write("taken", "precious\n")
        self.refused("run", "a.c", "--out", "taken", says="taken")

    def test_unwritable_output_folder(self):
        self.write("a.c", programs.FINE)
        self.refused("run", "a.c", "--out", "/proc/cuttle", code=3, says="/proc/cuttle")

    def test_output_folder_of_somebody_else(self):
        self.write("a.c", programs.FINE)
        self.write("photos/cat.jpg", "precious\n")
        self.refused("run", "a.c", "--out", "photos", says=["photos", "not a Cuttle campaign"])

    def test_unwritable_json(self):
        self.write("a.c", programs.FINE)
        done = self.cuttle("run", "a.c", "--json", "/proc/x.json", expect=3)
        self.assertIn("/proc/x.json", done.stderr_text)

    def test_resume_of_nothing(self):
        self.write("a.c", programs.FINE)
        self.refused("run", "a.c", "--resume", says="a.cuttle")

    def test_resume_of_another_program(self):
        self.write("a.c", programs.FINE)
        self.cuttle("run", "a.c", expect=0)
        self.write("a.c", programs.BUG)
        done = self.cuttle("run", "a.c", "--resume", expect=2)
        self.assertIn("a.cuttle", done.stderr_text)

    def test_corrupt_database(self):
        self.write("a.c", programs.FINE)
        self.cuttle("run", "a.c", expect=0)
        (self.folder / "a.cuttle/campaign.db").write_bytes(b"garbage " * 1000)
        for arguments in (("run", "a.c"), ("run", "a.c", "--resume"), ("report", "a.cuttle"),
                          ("replay", "a.cuttle/tests/000001.json")):
            self.refused(*arguments, code=3, says=["campaign", "damaged"])

    def test_newer_database(self):
        self.write("a.c", programs.FINE)
        self.cuttle("run", "a.c", expect=0)
        database = sqlite3.connect(self.folder / "a.cuttle/campaign.db")
        database.execute("PRAGMA user_version = 9999")
        database.commit()
        database.close()
        for arguments in (("run", "a.c"), ("run", "a.c", "--resume"), ("report", "a.cuttle")):
            done = self.cuttle(*arguments)
            self.assertIn(done.returncode, (2, 3))
            self.assertIn("newer", done.stderr_text)

    def test_report_of_nothing(self):
        self.refused("report", says="no campaign")
        self.refused("report", "nowhere", says="nowhere")

    def test_replay_of_nothing(self):
        self.refused("replay", "nowhere/tests/000001.json", says="nowhere/tests/000001.json")

    def test_replay_of_something_else(self):
        self.write("x.cuttle/tests/000001.json", "{ this is not JSON")
        self.refused("replay", "x.cuttle/tests/000001.json", says="x.cuttle/tests/000001.json")

    def test_replay_outside_of_a_campaign(self):
        self.write("a.c", programs.FINE)
        self.cuttle("run", "a.c", expect=0)
        os.rename(self.folder / "a.cuttle/tests/000001.json", self.folder / "lonely.json")
        self.refused("replay", "lonely.json", says="not in the folder of a campaign")

    def test_unknown_shell(self):
        self.refused("completion", "bsh", says="did you mean `bash'?")

    def test_traces_that_are_none(self):
        self.refused("trace", "chek", "a", says=("did you mean `check'?", "usage: cuttle trace check FILE"))
        self.refused("trace", "check", says="usage: cuttle trace [options] check FILE")
        self.refused("trace", "check", "absent", code=3, says="absent")
        self.write("text", "not a trace")
        self.assertIn("problem", self.cuttle("trace", "check", "text", expect=1).stdout_text)


if __name__ == "__main__":
    support.main()
