# SPDX-License-Identifier: Apache-2.0
"""EXHAUSTED means it: what libraries match belongs to the inputs, and no value is fixed in silence."""

import json

import support


class Promises(support.ProgramTest):
    def explore(self, program, goal, *options, expect=None):
        self.write("app.pl", program)
        run = self.cuttle("run", "app.pl", "--goal", goal, "--list", "--json", "s.json", "--out", "o.cuttle", "--max-runs",
                          "300", *options, expect=expect)
        self.summary = json.loads((self.folder / "s.json").read_text())
        return run.stdout_text

    def reasons(self):
        return {one["reason"] for one in self.summary["incomplete"]}

    def test_heads_of_libraries_are_matched(self):
        text = self.explore("p(L,R) :- pairs_keys(L,K), r(K,R).\nr([],none).\nr([_|_],some).\n", "p(L,R)", "--ground", "1",
                            expect=0)
        self.assertTrue(self.summary["exhausted"])
        self.assertIn("R = some", text)

    def test_atoms_between_atoms(self):
        text = self.explore("p(X,R) :- atom(X), ( X @< d -> R = 1 ; X == d -> R = 2 ; X @< h -> R = 3 ; X == h -> R = 4 ; R = 5 ).\n",
                            "p(X,R)", "--ground", "1", expect=0)
        self.assertTrue(self.summary["exhausted"], self.summary["incomplete"])
        for answer in range(1, 6):
            self.assertIn(f"R = {answer}", text)

    def test_letters_beyond_ascii(self):
        text = self.explore("p(X) :- X \\== 'x\u00e9y', atom_codes(X, [0xE9]).\n", "p(X)", "--type", "1:atom")
        self.assertRegex(text, r"p\('?\u00e9'?\) +true")

    def test_calling_a_term_makes_nobody_reachable(self):
        self.explore("p(X) :- X =.. [_|As], length(As, 2).\nunrelated(1).\nunrelated(2).\n", "p(X)", expect=0)
        self.assertEqual(self.summary["coverage"]["clauses"]["total"], 1)

    # Found, or reported: never neither.
    TEXTS = ["format(atom(A), \"~d\", [X]), A == '42'", "format(string(S), \"~w\", [X]), S == \"42\"",
             "format(codes(C), \"~a\", [X]), C == \"42\"", "with_output_to(string(S), write(X)), S == \"hello\"",
             "with_output_to(atom(A), print(X)), A == 'f(x)'", "with_output_to(chars(C), put_char(X)), C == [q]",
             "with_output_to(string(S), format(\"~q\", [X])), S == \"'Q'\"", "with_output_to(string(S), tab(X)), S == \"  \"",
             "term_to_atom(X, A), A == 'f(x)'", "term_string(X, S), S == \"g(1)\"", "sformat(S, \"~w\", [X]), S == \"b\"",
             "term_hash(X, H), H =:= 99", "with_output_to(string(S), write_canonical(X)), S == \"'A'\"",
             "with_output_to(string(S), write_term(X, [quoted(true)])), S == \"'A'\""]

    def test_texts_of_inputs(self):
        for body in self.TEXTS:
            with self.subTest(body):
                text = self.explore(f"p(X) :- catch(({body}), _, fail).\n", "p(X)", "--depth", "1", "--max-runs", "30", expect=0)
                self.assertTrue("true" in text or self.reasons(), body)
                self.assertTrue("true" in text or not self.summary["exhausted"], body)

    def test_constrained_calls_do_not_depend_on_the_first(self):
        program = "p(f(a)).\np(f(X)) :- q(X).\nq(b).\n"
        for goal, variable in (("p(X)", "X1"), ("p(f(b))", "A11")):
            text = self.explore(program, goal, "--constrained", expect=0)
            self.assertIn(f"dif({variable},a),dif({variable},b),p(f({variable}))", text)
            self.assertTrue(self.summary["exhausted"])


if __name__ == "__main__":
    support.main()
