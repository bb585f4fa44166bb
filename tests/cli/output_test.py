# SPDX-License-Identifier: Apache-2.0
"""Exit codes, streams, colours, the JSON summary."""

import json
import os
import pty
import subprocess

import programs
import support

FIELDS = """schema_version target language strategy seed runs paths duplicate_paths divergences seconds
            exhausted incomplete bugs tests coverage solver schedule prune""".split()


class Output(support.ProgramTest):
    def test_exit_codes(self):
        self.write("bug.c", programs.BUG)
        self.write("fine.c", programs.FINE)
        self.cuttle("run", "bug.c", expect=1)
        self.cuttle("run", "fine.c", expect=0)
        self.cuttle("run", "fine.c", "--require-complete", expect=0)
        self.cuttle("run", "fine.c", "--require-complete", "--max-runs", "1", expect=4)
        self.cuttle("run", "fine.c", "--max-runs", "1", expect=0)
        self.cuttle("--version", expect=0)
        self.cuttle("--help", expect=0)
        self.cuttle("run", "--help", expect=0)

    def test_summary_on_stdout_progress_on_stderr(self):
        self.write("bug.c", programs.BUG)
        done = self.cuttle("run", "bug.c", expect=1)
        self.assertIn("BUG: assertion at bug.c:7", done.stdout_text)
        self.assertIn("x = 42", done.stdout_text)
        self.assertIn("replay bug.cuttle/tests/000002.json", done.stdout_text)
        self.assertIn("EXHAUSTED", done.stdout_text)
        self.assertIn("bug: assertion at bug.c:7", done.stderr_text)

    def test_quiet(self):
        self.write("bug.c", programs.BUG)
        done = self.cuttle("run", "bug.c", "-q", expect=1)
        self.assertEqual(done.stderr_text, "")
        self.assertIn("BUG", done.stdout_text)

    def test_json_summary(self):
        self.write("bug.c", programs.BUG)
        self.cuttle("run", "bug.c", "--strategy", "dfs", "--seed", "5", "--json", "s.json", expect=1)
        summary = json.loads((self.folder / "s.json").read_text())
        for field in FIELDS:
            self.assertIn(field, summary)
        self.assertEqual(summary["schema_version"], 1)
        self.assertEqual((summary["language"], summary["strategy"], summary["seed"]), ("c", "dfs", 5))
        self.assertEqual((summary["runs"], summary["paths"], summary["tests"]), (2, 2, 2))
        self.assertEqual((summary["duplicate_paths"], summary["divergences"]), (0, 0))
        self.assertTrue(summary["exhausted"])
        self.assertEqual(summary["incomplete"], [])
        self.assertEqual(summary["coverage"]["branches"], {"covered": 2, "total": 2})
        bug, = summary["bugs"]
        self.assertEqual((bug["kind"], bug["location"], bug["run"]), ("assertion", "bug.c:7", 2))
        self.assertTrue(bug["confirmed"])
        self.assertTrue((self.folder / "bug.cuttle" / bug["test"]).exists())
        for key in ("queries", "sat", "unsat", "unknown", "fast_unsat", "cache_hits", "seconds"):
            self.assertIn(key, summary["solver"])

    def test_records_queries(self):
        self.write("bug.c", programs.BUG)
        self.cuttle("run", "bug.c", "--record-queries", "asked", expect=1)
        recording = (self.folder / "asked").read_bytes()
        self.assertTrue(recording.startswith(b"cuttle-queries 2\n"))
        self.assertGreater(len(recording), 20)
        done = self.cuttle("run", "bug.c", "--record-queries", "no/where", expect=3)
        self.assertIn("no/where", done.stderr_text)

    def test_json_on_stdout_is_alone(self):
        self.write("bug.c", programs.BUG)
        done = self.cuttle("run", "bug.c", "--json", "-", expect=1)
        self.assertEqual(json.loads(done.stdout_text)["paths"], 2)
        self.assertIn("BUG: assertion", done.stderr_text)

    def test_incomplete_says_why(self):
        self.write("fine.c", programs.FINE)
        done = self.cuttle("run", "fine.c", "--max-runs", "1", "--json", "s.json", expect=0)
        self.assertIn("INCOMPLETE", done.stdout_text)
        self.assertIn("--resume", done.stdout_text)
        summary = json.loads((self.folder / "s.json").read_text())
        self.assertFalse(summary["exhausted"])
        self.assertEqual(summary["incomplete"][0]["reason"], "budget")

    def test_report_repeats_the_summary(self):
        self.write("bug.c", programs.BUG)
        ran = self.cuttle("run", "bug.c", expect=1)
        reported = self.cuttle("report", expect=0)
        self.assertEqual(ran.stdout_text, reported.stdout_text)
        self.cuttle("report", "bug.cuttle", "--json", "s.json", expect=0)
        self.assertEqual(json.loads((self.folder / "s.json").read_text())["paths"], 2)

    def test_replay(self):
        self.write("bug.c", programs.BUG)
        self.cuttle("run", "bug.c", expect=1)
        bug = self.cuttle("replay", "bug.cuttle/tests/000002.json", expect=1)
        self.assertEqual(bug.stderr_text, "")
        for text in ("x = 42", "assertion at bug.c:7", "main at bug.c:7", "as recorded"):
            self.assertIn(text, bug.stdout_text)
        fine = self.cuttle("replay", "bug.cuttle/tests/000001.json", expect=0)
        self.assertIn("as recorded", fine.stdout_text)

    def test_replay_from_elsewhere(self):
        self.write("src/bug.c", programs.BUG)
        self.cuttle("run", "src/bug.c", "--out", "out", expect=1)
        self.cuttle("replay", self.folder / "out/tests/000002.json", expect=1, cwd="/")

    def test_replay_of_a_mended_program(self):
        self.write("bug.c", programs.BUG)
        self.cuttle("run", "bug.c", expect=1)
        self.write("bug.c", programs.BUG.replace("assert(x != 42)", "x = 0"))
        done = self.cuttle("replay", "bug.cuttle/tests/000002.json", expect=0)
        self.assertIn("has changed", done.stderr_text)
        self.assertIn("assertion at bug.c:7", done.stdout_text)

    def test_arguments_reach_the_program(self):
        self.write("args.c", "#include <stdlib.h>\n#include <string.h>\n#include <cuttle/cuttle.h>\n"
                             "int main(int argc, char** argv) {\n  int x;\n  CUTTLE_input(x);\n"
                             "  if (argc == 3 && !strcmp(argv[2], \"b c\") && x == 9) abort();\n"
                             "  return 0;\n}\n")
        self.cuttle("run", "args.c", expect=0)
        self.cuttle("run", "args.c", "--", "--max-runs", "b c", expect=1)

    def test_names_with_spaces(self):
        self.write("my dir/my bug.c", programs.BUG)
        done = self.cuttle("run", "my dir/my bug.c", expect=1)
        self.assertIn("'my bug.cuttle/tests/000002.json'", done.stdout_text)
        self.cuttle("replay", "my bug.cuttle/tests/000002.json", expect=1)

    def test_same_seed_same_campaign(self):
        self.write("many.c", programs.MANY_PATHS.format(count=5))
        texts = []
        for name in ("first", "second"):
            self.cuttle("run", "many.c", "--strategy", "random", "--seed", "3", "--out", name)
            texts.append([p.read_text() for p in sorted((self.folder / name / "tests").iterdir())])
        self.assertEqual(texts[0], texts[1])
        self.assertEqual(len(texts[0]), 32)

    def test_no_colours_without_a_terminal(self):
        self.write("bug.c", programs.BUG)
        done = self.cuttle("run", "bug.c", expect=1)
        self.assertNotIn("\x1b", done.stdout_text + done.stderr_text)
        done = self.cuttle("run", "bug.c", "--color", "always", expect=1)
        self.assertIn("\x1b[", done.stdout_text)

    def on_terminal(self, *arguments, **environment):
        """Output on a pseudo-terminal, both streams."""
        primary, secondary = pty.openpty()
        environment = {**self.environment, "TERM": "xterm", **environment}
        process = subprocess.Popen([support.TOOL, *arguments], cwd=self.folder, env=environment,
                                   stdin=secondary, stdout=secondary, stderr=secondary)
        os.close(secondary)
        output = b""
        while True:
            try:
                part = os.read(primary, 65536)
            except OSError:
                break
            if not part:
                break
            output += part
        os.close(primary)
        process.wait()
        return output.decode()

    def test_a_live_line_and_colours_on_terminals(self):
        self.write("many.c", programs.MANY_PATHS.format(count=8))
        output = self.on_terminal("run", "many.c")
        self.assertIn("\r\x1b[K", output)
        self.assertIn(" to try | ", output)
        self.assertIn("\x1b[1;31m", output)

    def test_no_color_is_heeded(self):
        self.write("bug.c", programs.BUG)
        output = self.on_terminal("run", "bug.c", NO_COLOR="1")
        self.assertNotRegex(output, "\x1b\\[[0-9;]*m")

    def test_a_full_standard_output_is_an_error(self):
        self.write("fine.c", programs.FINE)
        with open("/dev/full", "w", encoding="utf-8") as full:
            process = self.start("run", "fine.c", stdout=full)
            process.communicate(timeout=60)
        self.assertEqual(process.returncode, 3)

    def test_help_names_every_command(self):
        text = self.cuttle("--help", expect=0).stdout_text
        for command in ("run", "replay", "report", "trace", "doctor", "cc", "c++", "completion"):
            self.assertIn(f"\n  {command} ", text)
            self.cuttle("help", command, expect=0)

    def test_doctor(self):
        text = self.cuttle("doctor", expect=0).stdout_text
        self.assertIn("clang", text)
        self.assertIn("Usable languages: c", text)

    def test_completion_scripts_are_scripts(self):
        bash = self.cuttle("completion", "bash", expect=0).stdout_text
        subprocess.run(["bash", "-n"], input=bash, text=True, check=True)
        answer = subprocess.run(
            ["bash", "-c", bash + "\nCOMP_WORDS=(cuttle run --strategy d); COMP_CWORD=3; _cuttle;"
             "echo \"${COMPREPLY[@]}\"; COMP_WORDS=(cuttle run --sol); COMP_CWORD=2; _cuttle;"
             "echo \"${COMPREPLY[@]}\"; COMP_WORDS=(cuttle rep); COMP_CWORD=1; _cuttle;"
             "echo \"${COMPREPLY[@]}\"; COMP_WORDS=(cuttle trace c); COMP_CWORD=2; _cuttle;"
             "echo \"${COMPREPLY[@]}\""], capture_output=True, text=True, check=True).stdout
        self.assertEqual(answer.splitlines(), ["dfs", "--solver-timeout", "replay report", "check"])
        self.assertIn("#compdef cuttle", self.cuttle("completion", "zsh", expect=0).stdout_text)
        self.assertIn("complete -c cuttle", self.cuttle("completion", "fish", expect=0).stdout_text)

    def test_the_compilers_compile(self):
        self.write("fine.c", programs.FINE)
        self.cuttle("cc", "-c", "fine.c", "-o", "fine.o", expect=0)
        self.cuttle("cc", "fine.o", "-o", "fine", expect=0)
        self.assertEqual(subprocess.run([self.folder / "fine"]).returncode, 0)
        tool = os.path.join(os.path.dirname(support.TOOL), "cuttle-cc")
        done = subprocess.run([tool, "--version"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0)
        self.assertIn("clang", done.stdout)


if __name__ == "__main__":
    support.main()
