# SPDX-License-Identifier: Apache-2.0
"""Erlang programs that are wrong or hostile: clear messages, contained, nothing lost."""

import subprocess

import harness
import support

GOOD = "-module(good).\n-export([add/2, add/3]).\nadd(X, Y) -> X + Y.\nadd(X, Y, Z) -> X + Y + Z.\n"


class BadInput(harness.ErlangTest):
    def refused(self, *arguments, says=()):
        done = self.cuttle("run", *arguments, expect=2)
        self.assertTrue(done.stderr_text.startswith("cuttle: error: "), done.stderr_text)
        for text in [says] if isinstance(says, str) else says:
            self.assertIn(text, done.stderr_text)
        self.assertEqual(list(self.folder.glob("*.cuttle")), [], "a campaign was left behind")

    def test_module_that_does_not_compile(self):
        self.write("bad.erl", "-module(bad).\n-export([f/1]).\nf(X) -> Y.\n")
        self.refused("bad.erl", "--function", "f/1", says=["bad.erl:3", "variable 'Y' is unbound"])
        self.write("bad.erl", "-module(bad).\nf(X) -> X +.\n")
        self.refused("bad.erl", says=["bad.erl:2", "syntax error"])

    def test_unknown_function(self):
        self.write("good.erl", GOOD)
        self.refused("good.erl", "--function", "ad/2", says=["`ad/2'", "Did you mean add/2"])

    def test_unknown_arity(self):
        self.write("good.erl", GOOD)
        self.refused("good.erl", "--function", "add/4", says=["`add/4'", "add/2, add/3"])
        self.refused("good.erl", "--function", "add", says=["several arities", "add/2, add/3"])

    def test_which_function(self):
        self.write("good.erl", GOOD)
        self.refused("good.erl", says=["--function", "add/2, add/3"])

    def test_unknown_module(self):
        self.write("app/src/good.erl", GOOD)
        self.refused("app", "--module", "goo", "--function", "add/2", says=["`goo'", "good"])

    def test_beam_without_debug_information(self):
        self.write("good.erl", GOOD)
        subprocess.run(["erlc", "good.erl"], cwd=self.folder, check=True)
        self.refused("good.beam", "--function", "add/2", says=["no debug information", "+debug_info"])

    def test_file_that_is_no_beam(self):
        self.write("good.beam", "FOR1 no beam")
        self.refused("good.beam", "--function", "add/2", says="good.beam")

    def test_wrong_options(self):
        self.write("good.erl", GOOD)
        for option, value in (("--depth", "deep"), ("--int-bits", "1"), ("--list-length", "-1")):
            with self.subTest(option=option):
                self.refused("good.erl", "--function", "add/2", option, value, says=f"`{value}'")
        self.refused("good.erl", "--function", "add/2", "--goal", "p(X)", says="--goal is not an option for erlang")

    def test_spec_without_values(self):
        self.write("none.erl", "-module(none).\n-export([f/1]).\n-spec f(none()) -> ok.\nf(_) -> ok.\n")
        self.refused("none.erl", "--function", "f/1", says=["argument 1", "--no-spec"])


class Contained(harness.ErlangTest):
    def ends(self, body, *options, code=1):
        self.write("hostile.erl", "-module(hostile).\n-export([f/1, g/1]).\n-spec f(0..9) -> any().\n"
                                  f"f(7) -> {body};\nf(8) -> 8;\nf(X) when X < 3 -> X;\nf(_) -> ok.\ng(X) -> g(X + 1).\n")
        return self.explored("hostile.erl", "--function", "f/1", "--run-timeout", "1", "--memory", "512M", "--list", *options,
                             code=code)

    def bug(self, body, kind):
        summary, _ = self.ends(body)
        self.assertEqual([bug["kind"] for bug in summary["bugs"]], [kind])
        self.assertEqual(summary["paths"], 4)
        self.assertTrue(summary["exhausted"], summary["incomplete"])

    def test_halt(self):
        summary, done = self.ends("halt(3)", code=0)
        self.assertEqual(summary["paths"], 4)
        self.assertIn("halt(3)", done.stdout_text)

    def test_machine_that_is_killed(self):
        summary, _ = self.ends('os:cmd("kill -9 " ++ os:getpid())', code=0)
        reasons = {i["reason"] for i in summary["incomplete"]}
        self.assertIn("environment", reasons)
        # Walls may refuse the signal; without them the run is lost.
        self.assertLessEqual(reasons, {"lost-run", "environment"})
        self.assertEqual(summary["tests"], 3 if "lost-run" in reasons else 4)

    def test_endless_loop(self):
        self.bug("g(1)", "timeout")

    def test_atoms_without_end(self):
        self.bug("(fun F(N) -> list_to_atom(integer_to_list(N)), F(N + 1) end)(1)", "erlang-resource")

    def test_waiting_for_ever(self):
        self.bug("receive never -> ok end", "deadlock")

    def test_processes_that_are_killed(self):
        summary, _ = self.ends("[exit(P, kill) || P <- processes()]", code=0)
        self.assertEqual(summary["bugs"], [])


if __name__ == "__main__":
    support.main()
