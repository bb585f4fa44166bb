# SPDX-License-Identifier: Apache-2.0
"""`cuttle export --format plunit`: what it writes passes in SWI-Prolog alone."""

import re
import shlex
import subprocess

import support

EXAMPLES = support.ROOT / "examples/prolog"


class Export(support.ProgramTest):
    def passes(self, suite):
        done = subprocess.run(["swipl", "-g", "run_tests", "-t", "halt", suite], cwd=self.folder,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertNotIn("Warning", done.stderr)
        text = (self.folder / suite).read_text()
        return len(re.findall(r"^test\(", text, re.M)), text

    def exported(self, program, *options, code=0):
        self.write("app.pl", program)
        self.cuttle("run", "app.pl", *options, "--out", "app.cuttle", expect=code)
        done = self.cuttle("export", "--format", "plunit", expect=0)
        self.assertIn("wrote tests/app.plt", done.stdout_text)
        return self.passes("tests/app.plt")

    def test_every_outcome(self):
        tests, text = self.exported(
            "p(a, 1).\np(b, X) :- X = f(_, Y, Y).\np(c, _) :- fail.\np(d, X) :- X is foo+1.\n"
            "p(e, _) :- throw(mine).\np(f, X) :- p(f, X).\np(g, _) :- halt(3).\n"
            "p(h, X) :- assertion(X == 1).\np('it\\'s', \"text\").\n",
            "--goal", "p(A,B)", "--ground", "1", "--inferences", "10000", code=1)
        self.assertEqual(tests, 10)
        for part in ("B == 1", "=@= f(", ", fail)", "error(type_error(evaluable,foo/0))",
                     "throws(mine)", "runs_on(", "exited(3)", "assertion_error", "'it\\'s'", '"text"'):
            self.assertIn(part, text)

    def test_several_answers(self):
        _, text = self.exported("p(a, 1).\np(a, 2).\np(b, 3).\n", "--goal", "p(A,B)", "--ground", "1",
                                "--answers", "all")
        self.assertIn("[1, 2]", text)

    def test_goal_with_variables_inside(self):
        _, text = self.exported("p(f(X), X, g(_)).\n", "--goal", "p(f(Y),A,g(Z))", "--ground", "2")
        self.assertIn("Y", text)

    def test_module_and_operators(self):
        self.exported(":- module(shop, [price/2, op(700, xfx, costs)]).\n:- op(700, xfx, costs).\n"
                      "price(X costs Y, Y) :- X == apple.\nprice(free, 0).\n", "--goal", "price(A,B)",
                      "--ground", "1", "--depth", "1")

    def test_destination(self):
        self.write("app.pl", "p(a).\n")
        self.cuttle("run", "app.pl", "--goal", "p(X)", expect=0)
        done = self.cuttle("export", "app.p-X.cuttle/", "--format", "plunit", "--to", "suites/here", expect=0)
        self.assertIn("swipl -g run_tests -t halt app.p-X.plt", done.stdout_text)
        self.passes("suites/here/app.p-X.plt")

    def test_wrong_use(self):
        self.assertIn("no campaign", self.cuttle("export", expect=2).stderr_text)
        self.write("app.pl", "p(a).\n")
        self.cuttle("run", "app.pl", "--goal", "p(X)", expect=0)
        done = self.cuttle("export", "--format", "gtest", expect=2)
        self.assertIn("plunit", done.stderr_text)

    def test_examples(self):
        for name in ("append", "flip", "grammar", "hanoi", "peano", "quicksort", "roman", "simplify"):
            with self.subTest(name=name):
                program = EXAMPLES / f"{name}.pl"
                line = re.search(r"^% cuttle run \S+ (.*)$", program.read_text(), re.M).group(1)
                self.cuttle("run", program, *shlex.split(line), "--max-runs", "20", "--check", "none",
                            "--out", f"{name}.cuttle")
                self.cuttle("export", f"{name}.cuttle", "--format", "plunit", expect=0)
                tests, _ = self.passes(f"tests/{name}.plt")
                self.assertGreater(tests, 4)


if __name__ == "__main__":
    support.main()
