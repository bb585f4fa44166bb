# SPDX-License-Identifier: Apache-2.0
"""Prolog programs and goals that are wrong, endless or hostile: clear messages, nothing lost."""

import json

import support

NAT = "nat(0).\nnat(s(X)) :- nat(X).\n"


class BadInput(support.ProgramTest):
    def refused(self, *arguments, says=()):
        done = self.cuttle(*arguments, expect=2)
        self.assertEqual(done.stdout_text, "")
        self.assertTrue(done.stderr_text.startswith("cuttle: error: "), done.stderr_text)
        for text in [says] if isinstance(says, str) else says:
            self.assertIn(text, done.stderr_text)
        self.assertEqual(list(self.folder.glob("*.cuttle")), [], "a campaign was left behind")

    def explored(self, *arguments, code=0):
        done = self.cuttle("run", *arguments, "--json", "summary.json", expect=code)
        summary = json.loads((self.folder / "summary.json").read_text())
        self.assertEqual([i for i in summary["incomplete"] if i["reason"] == "disagreement"], [])
        return summary, done

    def bugs(self, *arguments):
        summary, _ = self.explored(*arguments, code=1)
        for bug in summary["bugs"]:
            self.assertTrue(bug["confirmed"], bug)
        return [(bug["kind"], bug["message"]) for bug in summary["bugs"]]

    def test_unknown_predicate(self):
        self.write("nat.pl", NAT)
        self.refused("run", "nat.pl", "--goal", "nta(X)", says=["`nta/1'", "did you mean `nat/1'?"])
        self.refused("run", "nat.pl", "--predicate", "nta/1", says="did you mean `nat/1'?")

    def test_wrong_arity(self):
        self.write("nat.pl", NAT)
        self.refused("run", "nat.pl", "--goal", "nat(X,Y)", says=["`nat/2'", "there is `nat/1'"])

    def test_no_goal(self):
        self.write("nat.pl", NAT)
        self.refused("run", "nat.pl", says="--goal")

    def test_goal_that_cannot_be_read(self):
        self.write("nat.pl", NAT)
        self.refused("run", "nat.pl", "--goal", "nat(X", says=["`nat(X'", "Syntax error"])
        self.refused("run", "nat.pl", "--goal", "3", says="not a goal")

    def test_empty_program(self):
        self.write("empty.pl", "")
        self.refused("run", "empty.pl", "--goal", "p(X)", says="no predicates")

    def test_syntax_error_as_swi_reports_it(self):
        self.write("bad.pl", "p(a).\np(b) :- q(.\n")
        self.refused("run", "bad.pl", "--goal", "p(X)", says=["bad.pl:2:", "Syntax error"])

    def test_missing_file_of_the_program(self):
        self.write("app.pl", ":- use_module(no_such_file).\np(a).\n")
        self.refused("run", "app.pl", "--goal", "p(X)", says="no_such_file")

    def test_wrong_options(self):
        self.write("nat.pl", NAT)
        for option, value, says in (("--ground", "2", "between 1 and 1"), ("--depth", "deep", "`deep'"),
                                    ("--type", "1:intger", "`intger'"), ("--type", "2:integer", "not an input"),
                                    ("--type", "integer", "N:TYPE"), ("--answers", "0", "`0'"),
                                    ("--predicate", "nat", "name/arity")):
            goal = [] if option == "--predicate" else ["--goal", "nat(X)"]
            with self.subTest(option=option, value=value):
                self.refused("run", "nat.pl", *goal, option, value, says=says)

    def test_halt_while_loading(self):
        self.write("stop.pl", "p(a).\n:- halt.\n")
        self.refused("run", "stop.pl", "--goal", "p(X)", says="halt")

    def test_halt_in_a_call(self):
        self.write("stop.pl", "p(a).\np(b) :- halt(3).\np(c).\n")
        summary, done = self.explored("stop.pl", "--goal", "p(X)", "--list")
        self.assertEqual(summary["paths"], 4)
        self.assertIn("halt(3)", done.stdout_text)

    def test_main_is_not_run(self):
        self.write("app.pl", ":- initialization(main, main).\nmain :- p(a), halt(7).\np(a).\n")
        summary, _ = self.explored("app.pl", "--goal", "p(X)")
        self.assertTrue(summary["exhausted"])

    def test_endless_goal(self):
        self.write("loop.pl", "p(a).\np(b) :- p(b).\n")
        ((kind, message),) = self.bugs("loop.pl", "--goal", "p(X)", "--inferences", "10000")
        self.assertEqual(kind, "timeout")
        self.assertIn("inferences", message)

    def test_endless_growth(self):
        self.write("grow.pl", "p(X) :- p(f(X)).\n")
        ((kind, _),) = self.bugs("grow.pl", "--goal", "p(X)", "--inferences", "100000")
        self.assertEqual(kind, "timeout")

    def test_infinite_terms(self):
        self.write("cycle.pl", "p(a) :- X = f(X), q(X).\np(b) :- X = [a|X], X = [Y,Y|_], Y == a.\n"
                               "q(f(_)).\n")
        summary, _ = self.explored("cycle.pl", "--goal", "p(X)", "--inferences", "10000")
        self.assertEqual(summary["paths"], 3)

    def test_failing_assertion(self):
        self.write("check.pl", "p(X) :- assertion(X \\== b).\n")
        ((kind, message),) = self.bugs("check.pl", "--goal", "p(X)")
        self.assertEqual(kind, "assertion")
        self.assertIn("b\\==b", message.replace(" ", ""))

    def test_errors_of_every_kind(self):
        self.write("e.pl", "p(a) :- X is foo+1, print(X).\np(b) :- X is _+1, print(X).\n"
                           "p(c) :- missing(1).\np(d) :- X is 1/0, print(X).\np(e) :- throw(mine).\n")
        found = {message.partition("(")[0] for _, message in self.bugs("e.pl", "--goal", "p(X)")}
        self.assertEqual(found, {"type_error", "instantiation_error", "existence_error",
                                 "evaluation_error", "mine"})


if __name__ == "__main__":
    support.main()
