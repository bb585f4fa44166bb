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

    def test_operators_as_goals(self):
        self.exported(":- op(700, xfx, ~~).\nX ~~ Y :- X == Y.\nX ~~ f(_) :- X == b.\n", "--goal", "X ~~ a", "--ground", "1")

    def test_random_numbers(self):
        _, text = self.exported("p(a, X) :- X is random(1000000).\np(b, 1).\np(c, X) :- random_between(1, 9, Y), throw(no(Y, X)).\n",
                                "--goal", "p(K,X)", "--ground", "1", code=None)
        self.assertIn("B == 1", text.replace("X == 1", "B == 1"))

    def test_clauses_that_programs_add_to_libraries(self):
        self.exported(":- multifile error:has_type/2.\nerror:has_type(even, X) :- integer(X), X mod 2 =:= 0.\n"
                      "p(X, R) :- ( is_of_type(even, X) -> R = even ; R = odd ).\n", "--goal", "p(X,R)", "--ground", "1")

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

    # Of SWI-Prolog's own libraries: errors, cuts, options, texts, rules that do not match.
    LIBRARIES = [("lists", "nth0/3", "1,2"), ("lists", "subtract/3", "1,2"), ("lists", "max_member/2", "2"),
                 ("pairs", "transpose_pairs/2", "1"), ("option", "select_option/3", "1,2"), ("ordsets", "ord_union/3", "1,2"),
                 ("assoc", "list_to_assoc/2", "1"), ("strings", "dedent_lines/3", "1"), ("ugraphs", "neighbours/3", "1,2"),
                 ("apply", "partition/4", "2"), ("occurs", "sub_term/2", "2"), ("gensym", "gensym/2", "1"),
                 ("url", "parse_url/2", "1"), ("heaps", "list_to_heap/2", "1")]

    def test_libraries(self):
        home = subprocess.run(["swipl", "-g", "current_prolog_flag(home,H),write(H)", "-t", "halt"], capture_output=True,
                              text=True, check=True).stdout
        for library, predicate, ground in self.LIBRARIES:
            with self.subTest(library=library, predicate=predicate):
                name = predicate.split("/")[0]
                self.cuttle("run", f"{home}/library/{library}.pl", "--predicate", predicate, "--ground", ground, "--depth", "2",
                            "--max-runs", "12", "--check", "none", "--inferences", "20000", "--out", f"{name}.cuttle")
                self.cuttle("export", f"{name}.cuttle", "--format", "plunit", expect=0)
                tests, _ = self.passes(f"tests/{name}.plt")
                self.assertGreater(tests, 0)

    def test_own_system_predicates(self):
        self.exported("length([], 0).\nlength([_|T], s(N)) :- length(T, N).\n", "--goal", "length(L,N)", "--ground", "1",
                      "--depth", "2")

    def test_folders_of_libraries(self):
        self.write("pack/prolog/shapes.pl", ":- module(shapes, [area/2]).\narea(square(X), A) :- A is X*X.\n")
        self.exported(":- use_module(library(shapes)).\np(S, big) :- area(S, A), A > 100.\np(_, small).\n", "--goal", "p(S,R)",
                      "--ground", "1", "--library", "pack/prolog", code=1)

    def test_dicts(self):
        _, text = self.exported("p(D, R) :- ( get_dict(size, D, 3) -> R = three ; R = no ).\n", "--goal", "p(D,R)",
                                "--ground", "1", "--depth", "1", "--max-runs", "60", code=None)
        self.assertIn("size:3", text)

    def test_examples(self):
        for program in sorted(EXAMPLES.glob("*.pl")):
            name = program.stem
            with self.subTest(name=name):
                line = re.search(r"^% cuttle run \S+ (.*)$", program.read_text(), re.M).group(1)
                self.cuttle("run", program, *shlex.split(line), "--max-runs", "15", "--check", "none",
                            "--out", f"{name}.cuttle")
                self.cuttle("export", f"{name}.cuttle", "--format", "plunit", expect=0)
                tests, _ = self.passes(f"tests/{name}.plt")
                self.assertGreater(tests, 1)


if __name__ == "__main__":
    support.main()
