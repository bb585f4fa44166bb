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

    def test_atoms_between_atoms_that_libraries_compare(self):
        text = self.explore(":- use_module(library(assoc)).\n"
                            "p(X,R) :- atom(X), list_to_assoc([c-1,d-2], A), put_assoc(X, A, 0, B), assoc_to_keys(B, [K,L|_]),"
                            " ( X == K -> R = first ; X == L, L \\== d, L \\== c -> R = between ; R = other ).\n",
                            "p(X,R)", "--ground", "1", "--depth", "0", expect=0)
        self.assertTrue(self.summary["exhausted"], self.summary["incomplete"])
        self.assertIn("R = between", text)

    def test_names_of_compounds_that_are_taken_apart(self):
        text = self.explore("p(X,R) :- functor(X, point, 2), arg(1, X, A), ( A == 0 -> R = axis ; R = point ).\n"
                            "p(X,R) :- X =.. [line|As], length(As, N), kind(N, R).\nkind(1, ray).\nkind(2, line).\n",
                            "p(X,R)", "--ground", "1", "--depth", "1", expect=0)
        self.assertTrue(self.summary["exhausted"], self.summary["incomplete"])
        for answer in ("axis", "point", "ray", "line"):
            self.assertIn(f"R = {answer}\n", text)

    def test_limits_are_no_errors_of_the_program(self):
        text = self.explore("p(X,R) :- catch(reset(q(X), _, _), _, fail), R = yes.\np(_, no).\nq(_).\n", "p(X,R)", "--ground", "1",
                            expect=0)
        self.assertNotIn("R = no", text)
        self.assertIn("unsupported", self.reasons())

    def test_foreign_goals_end_with_the_time_of_a_run(self):
        self.explore("p(X) :- integer(X), call_with_depth_limit(loop(X), 1000000000, _).\np(a).\nloop(X) :- X > 3, !, loop(X).\nloop(_).\n",
                     "p(X)", "--run-timeout", "2", "--max-runs", "4", "--check", "none")
        self.assertTrue(self.summary["runs"] >= 3 and not self.summary["exhausted"], self.summary)

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

    def answers(self, body, expected, *options):
        text = self.explore(body, "p(X,R)", "--ground", "1", *options)
        for answer in expected:
            self.assertIn(f"R = {answer}", text, self.summary["incomplete"])

    def test_texts_that_libraries_look_at(self):
        self.answers("p(X,R) :- ( trimmed(X, \"a\") -> R = yes ; R = no ).\n"
                     "trimmed(X, T) :- string_lines(S, [X]), split_string(S, \"\", \" \\n\", [T]).\n", ["yes", "no"],
                     "--type", "1:string", "--max-runs", "60")

    def test_dicts_are_inputs(self):
        self.answers("p(D,R) :- ( is_dict(D) -> ( get_dict(size, D, 3) -> R = three ; R = other ) ; R = none ).\n",
                     ["three", "other", "none"], "--depth", "1", "--max-runs", "100")

    def test_texts_of_integers_are_followed(self):
        for goal in ("number_codes(X, `-37`)", "atom_concat(id, X, id42)", "format(atom(A), \"~d\", [X]), A == '815'",
                     "with_output_to(string(S), write(X)), S == \"77\"", "atom_number(A, X), A == '5'",
                     "term_to_atom(X, A), A == '12'"):
            with self.subTest(goal):
                self.answers(f"p(X,R) :- ( {goal} -> R = yes ; R = no ).\n", ["yes", "no"], "--type", "1:integer")
                self.assertTrue(self.summary["exhausted"], self.summary["incomplete"])

    def test_functions_of_integers(self):
        for condition in ("2**abs(X) =:= 1024", "X**3 =:= 343", "gcd(X, 36) =:= 12", "X > 0, msb(X) =:= 5", "lcm(X, 4) =:= 20",
                          "X >= 0, popcount(X) =:= 3", "X > 0, lsb(X) =:= 4"):
            with self.subTest(condition):
                self.answers(f"p(X,R) :- ( {condition} -> R = yes ; R = no ).\n", ["yes", "no"], "--type", "1:integer")

    def test_counting_down_goes_below_zero(self):
        self.explore("count(0).\ncount(N) :- N1 is N-1, count(N1).\n", "count(N)", "--type", "1:integer", "--inferences", "5000",
                     "--max-runs", "20", expect=1)
        self.assertEqual([bug["kind"] for bug in self.summary["bugs"]], ["timeout"])

    def test_databases(self):
        self.answers("p(X,R) :- recordz(k,X,Ref), recorded(k,Y), erase(Ref), ( Y == hello -> R = hello ; R = other ).\n",
                     ["hello", "other"])
        self.answers("p(X,R) :- flag(f,_,X), flag(f,V,V+1), flag(f,W,W), ( W =:= 43 -> R = yes ; R = no ).\n", ["yes", "no"],
                     "--type", "1:integer")

    def test_character_types_in_reverse(self):
        self.explore("p(X,L) :- code_type(L, to_lower(X)).\n", "p(X,L)", "--ground", "1", "--type", "1:between(0,127)")
        self.assertLess(self.summary["runs"], 10)

    def test_a_bug_keeps_its_path(self):
        text = self.explore("p(X,Y) :- atom(X), q(Y), throw(oops).\np(_, _).\nq(b).\nq(c).\nq(f(_)).\n", "p(X,Y)", "--depth",
                            "1", expect=1)
        self.assertRegex(text, r"BUG: prolog-error, oops")
        inputs = [line.split()[1] for line in text.partition("\n\n")[0].splitlines()]
        self.assertEqual(len(inputs), len(set(inputs)))

    def test_cyclic_expressions(self):
        text = self.explore("p(a) :- X = 1+X, _ is X.\np(b) :- X = [c|X], atom_length(X, _).\n", "p(X)")
        self.assertIn("type_error(expression", text)

    def test_traces_are_cut(self):
        text = self.explore("p(a) :- loop(300).\nloop(0) :- !.\nloop(N) :- M is N-1, loop(M).\n", "p(X)", "--trace")
        self.assertRegex(text, r"\.\.\. \d+ more steps")

    def test_sets_of_constrained_calls(self):
        text = self.explore("p(f(a)).\np(f(X)) :- q(X).\nq(b).\n", "p(f(b))", "--constrained", "--trace", expect=0)
        self.assertIn("sets: [(): {2} of {1,2}; 2: {3} of {3}]", text)

    def test_comments_that_say_det(self):
        self.explore("%! p(+X:oneof([a,b,c]), -Y) is det.\np(a, 1).\np(a, 2).\np(b, 2).\n", "p(X,Y)", expect=1)
        self.assertIn("determinism_error", self.summary["bugs"][0]["message"])

    def test_counts_are_small(self):
        self.explore("%! p(+N:positive_integer, -R) is semidet.\np(N, R) :- ( N > 70000 -> R = large ; R = small ).\n", "p(N,R)",
                     expect=0)
        self.assertEqual(self.summary["paths"], 1)

    def test_constrained_calls_do_not_depend_on_the_first(self):
        program = "p(f(a)).\np(f(X)) :- q(X).\nq(b).\n"
        for goal, variable in (("p(X)", "X1"), ("p(f(b))", "A11")):
            text = self.explore(program, goal, "--constrained", expect=0)
            self.assertIn(f"dif({variable},a),dif({variable},b),p(f({variable}))", text)
            self.assertTrue(self.summary["exhausted"])


if __name__ == "__main__":
    support.main()
