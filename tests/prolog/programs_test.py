# SPDX-License-Identifier: Apache-2.0
"""Programs as people write them, and what is said about them: answers, errors, endless runs, clauses never reached."""

import json
import subprocess

import support

PROGRAMS = {
    # Runs of equal items, with a plunit file beside it.
    "rle.pl": """
%! encode(+List:list(oneof([a,b])), -Runs) is det.
encode([], []).
encode([X|Xs], [X-N|Rs]) :- run(X, Xs, 1, N, Rest), encode(Rest, Rs).
run(X, [X|Xs], N0, N, Rest) :- !, N1 is N0+1, run(X, Xs, N1, N, Rest).
run(_, Rest, N, N, Rest).
""",
    "rle.plt": """
:- begin_tests(rle).
test(two) :- encode([a,a,b], [a-2,b-1]).
:- end_tests(rle).
""",
    # A parser of character codes.
    "numbers.pl": """
:- module(numbers, [parse/2]).
%! parse(+Codes:list(between(0,127)), -Number) is semidet.
parse(Codes, N) :- phrase((blanks_, number_(N), blanks_), Codes).
blanks_ --> [C], { code_type(C, space) }, !, blanks_.
blanks_ --> [].
number_(N) --> [D], { code_type(D, digit) }, digits_(Ds), { number_codes(N, [D|Ds]) }.
digits_([D|Ds]) --> [D], { code_type(D, digit) }, !, digits_(Ds).
digits_([]) --> [].
""",
    # How many words there are.
    "words.pl": """
%! words(+Codes:list(between(0,127)), -Count) is semidet.
words(Codes, N) :- phrase(words(0, N), Codes).
words(N0, N) --> [C], { code_type(C, space) }, !, words(N0, N).
words(N0, N) --> [C], { code_type(C, alpha) }, !, rest, { N1 is N0+1 }, words(N1, N).
words(N, N) --> [].
rest --> [C], { code_type(C, alpha) }, !, rest.
rest --> [].
""",
    # State, exceptions and clean-up.
    "counter.pl": """
:- dynamic count/1.
count(0).
tick(N) :- retract(count(C)), C1 is C+N, ( C1 > 5 -> throw(overflow(C1)) ; assertz(count(C1)) ).
%! state(+Steps:list(between(0,9)), -Count)
state(Steps, N) :-
    catch(maplist(tick, Steps), overflow(_), assertz(count(lost))),
    setup_call_cleanup(nb_setval(seen, no), count(N), nb_setval(seen, yes)), !,
    nb_getval(seen, yes).
""",
    # An association list.
    "stock.pl": """
:- use_module(library(assoc)).
total(Orders, Total) :-
    empty_assoc(Empty), foldl(order, Orders, Empty, Stock), assoc_to_values(Stock, Values), sum_list(Values, Total).
order(add(Item, N), S0, S) :-
    ( get_assoc(Item, S0, M) -> true ; M = 0 ), K is M+N, put_assoc(Item, S0, K, S).
order(sell(Item, N), S0, S) :- get_assoc(Item, S0, M), M >= N, K is M-N, put_assoc(Item, S0, K, S).
""",
    # Meta-predicates and text.
    "labels.pl": """
:- meta_predicate with_label(2, +, -).
with_label(G, X, Text) :- call(G, X, L), format(atom(Text), "~w: ~w", [L, X]).
kind(X, integer) :- integer(X), !.
kind(X, text) :- ( atom(X) ; string(X) ), !.
kind(_, other).
label(X, Text) :- with_label(kind, X, Text).
""",
    # Dates with constraints.
    "dates.pl": """
:- use_module(library(clpfd)).
leap(Y) :- Y mod 4 #= 0, ( Y mod 100 #\\= 0 ; Y mod 400 #= 0 ), !.
%! days(+Year:between(1900,2100), +Month:between(0,13), -Days)
days(Y, 2, D) :- !, ( leap(Y) -> D = 29 ; D = 28 ).
days(_, M, 30) :- memberchk(M, [4,6,9,11]), !.
days(_, M, 31) :- M in 1..12.
""",
    # Rent in rational numbers.
    "rent.pl": """
:- use_module(library(clpq)).
%! afford(+Income:between(0,9), +Rent:between(0,9))
afford(Income, Rent) :- { Rent * 3 =< Income, Rent > 0 }.
split(Total, X, Y) :- { X + Y = Total, X - Y = 2 }.
""",
    # Taxes with brackets.
    "tax.pl": """
bracket(11000, 0.10).
bracket(44725, 0.12).
bracket(95375, 0.22).
%! tax(+Income:number, -Tax)
tax(Income, Tax) :- tax(Income, 0, Tax).
tax(Income, Low, Tax) :-
    (   bracket(High, Rate), High > Low
    ->  (   Income =< High -> Tax is (Income-Low)*Rate
        ;   tax(Income, High, Rest), Tax is (High-Low)*Rate + Rest )
    ;   Tax is (Income-Low)*0.24 ).
%! class(+Income:number, -Class)
class(Income, poor) :- tax(Income, T), T =< 1100, !.
class(Income, fair) :- tax(Income, T), T =< 20000.5, !.
class(_, rich).
""",
    # Degrees, and what water is at that temperature.
    "water.pl": """
celsius(T, celsius, T).
celsius(T, fahrenheit, C) :- C is (T-32)*5/9.
celsius(T, kelvin, C) :- T >= 0, C is T - 273.15.
%! water(+T:float, +Unit:oneof([celsius,fahrenheit,kelvin]), -State)
water(T, Unit, State) :- celsius(T, Unit, C), ( C < 0 -> State = ice ; C =< 100 -> State = water ; State = steam ).
""",
    # A search tree with Ciao's assertions.
    "tree.pl": """
:- op(1150, fx, pred).
pred(_).
:- pred insert(+int, +term, -term).
insert(K, nil, t(nil, K, nil)).
insert(K, t(L, X, R), t(L1, X, R)) :- K < X, !, insert(K, L, L1).
insert(K, t(L, X, R), t(L, X, R1)) :- K > X, !, insert(K, R, R1).
insert(K, t(L, K, R), t(L, K, R)).
""",
    "bank.pl": """
withdraw(Balance, Amount, New) :-
    assertion(integer(Amount)),
    ( Amount > Balance -> throw(error(domain_error(funds, Amount), _)) ; New is Balance - Amount ).
""",
    "queue.pl": """
:- use_module(library(error)).
push(X, q(Max, Xs), q(Max, [X|Xs])) :- must_be(positive_integer, Max), length(Xs, N), N < Max.
""",
}


class Programs(support.ProgramTest):
    def explore(self, files, *options, code=0):
        for name in files:
            self.write(name, PROGRAMS[name])
        done = self.cuttle("run", *files, *options, "--list", "--json", "s.json", "--out", "p.cuttle", expect=code)
        self.summary = json.loads((self.folder / "s.json").read_text())
        self.assertEqual([i for i in self.summary["incomplete"] if i["reason"] in ("disagreement", "lost-run")], [])
        self.assertTrue(all(bug["confirmed"] for bug in self.summary["bugs"]), self.summary["bugs"])
        self.cuttle("export", "p.cuttle", "--format", "plunit", expect=0)
        run = subprocess.run(["swipl", "-g", "run_tests", "-t", "halt", "tests/p.plt"], cwd=self.folder, timeout=120,
                             stdin=subprocess.DEVNULL, capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        text = done.stdout_text.partition("\n\n")[0]
        return [" ".join(line.split()[1:]) for line in text.splitlines()]

    def covered(self):
        clauses = self.summary["coverage"]["clauses"]
        return clauses["covered"] == clauses["total"]

    def errors(self):
        return sorted(bug["message"].partition("(")[0] for bug in self.summary["bugs"])

    def test_runs_with_seeds(self):
        calls = self.explore(["rle.pl", "rle.plt"], "--predicate", "encode/2", "--depth", "3")
        self.assertEqual(calls[0], "encode([a,a,b],A2) A2 = [a-2,b-1]")
        self.assertEqual(len(calls), 8)
        self.assertTrue(self.summary["exhausted"] and self.covered())

    def test_parser_of_codes(self):
        calls = self.explore(["numbers.pl"], "--predicate", "parse/2", "--depth", "2")
        self.assertTrue(self.covered())
        self.assertTrue(any(call.endswith("A2 = 0") for call in calls), calls)
        self.assertTrue(self.summary["exhausted"])

    def test_characters_are_told_apart_by_their_class(self):
        calls = self.explore(["words.pl"], "--predicate", "words/2", "--depth", "3")
        self.assertTrue(self.summary["exhausted"] and self.covered())
        # Up to three blanks and letters, 15 ways; up to two of them and something else, 7 ways.
        self.assertEqual(len(calls), 15 + 7)

    def test_state_and_exceptions(self):
        calls = self.explore(["counter.pl"], "--predicate", "state/2", "--depth", "2")
        self.assertTrue(any(call.endswith("A2 = lost") for call in calls), calls)
        self.assertTrue(self.summary["exhausted"] and self.covered())

    def test_association_lists(self):
        self.explore(["stock.pl"], "--goal", "total(Orders,T)", "--ground", "1", "--depth", "3", "--max-runs", "60",
                     code=1)
        self.assertTrue(self.covered())
        self.assertEqual([i for i in self.summary["incomplete"] if i["reason"] == "foreign"], [])

    def test_meta_predicates_and_text(self):
        calls = self.explore(["labels.pl"], "--goal", "label(X,T)", "--ground", "1", "--depth", "1")
        self.assertTrue(self.covered())
        self.assertTrue(any("T = 'integer: 0'" in call for call in calls), calls)

    def test_dates(self):
        calls = self.explore(["dates.pl"], "--predicate", "days/3")
        self.assertTrue(self.summary["exhausted"] and self.covered())
        self.assertEqual({call.rpartition(" ")[2] for call in calls}, {"28", "29", "30", "31", "false"})

    def test_rational_constraints(self):
        calls = self.explore(["rent.pl"], "--predicate", "afford/2")
        self.assertEqual({call.rpartition(" ")[2] for call in calls}, {"true", "false"})
        calls = self.explore(["rent.pl"], "--goal", "split(10,X,Y)", "--ground", "none")
        self.assertEqual(calls, ["split(10,X,Y) X = 6, Y = 4"])

    def test_brackets_of_taxes(self):
        calls = self.explore(["tax.pl"], "--predicate", "class/2")
        self.assertTrue(self.summary["exhausted"] and self.covered(), self.summary["incomplete"])
        # Four brackets, of which the first is poor and the last is fair or rich; integers and floats.
        self.assertEqual(len(calls), 2 * (1 + 1 + 1 + 2), calls)
        incomes = [float(call[len("class("):call.index(",")]) for call in calls]
        for low, high in ((-1e10, 11000), (11000, 44725), (44725, 95375), (95375, 1e10)):
            self.assertTrue(any(low < income <= high for income in incomes), incomes)

    def test_floats_as_inputs(self):
        calls = self.explore(["water.pl"], "--predicate", "water/3")
        self.assertTrue(self.summary["exhausted"] and self.covered(), self.summary["incomplete"])
        self.assertEqual(len(calls), 3 + 3 + 4, calls)

    def test_tree_with_assertions(self):
        self.explore(["tree.pl"], "--predicate", "insert/3", "--depth", "2", "--max-runs", "60", code=1)
        self.assertTrue(self.covered())
        self.assertEqual(set(self.errors()), {"type_error"})

    def test_different_errors_of_one_clause(self):
        self.explore(["bank.pl"], "--goal", "withdraw(B,A,N)", "--ground", "1,2", "--depth", "1", code=1)
        self.assertEqual(self.errors(), ["assertion_error", "domain_error", "type_error"])
        self.assertEqual({bug["location"] for bug in self.summary["bugs"]}, {"bank.pl:2"})

    def test_errors_of_libraries_are_placed_in_the_program(self):
        self.explore(["queue.pl"], "--goal", "push(x,Q,R)", "--ground", "2", "--depth", "2", code=1)
        self.assertIn("type_error", self.errors())
        self.assertEqual({bug["location"] for bug in self.summary["bugs"]}, {"queue.pl:3"})

    def test_answers(self):
        self.write("m.pl", "m(a, 1).\nm(a, 2).\nm(a, 3).\nm(b, 4).\n")
        for number, expected in (("1", "B = 1"), ("2", "B = 1 ; B = 2"), ("all", "B = 1 ; B = 2 ; B = 3 ; false")):
            done = self.cuttle("run", "m.pl", "--goal", "m(A,B)", "--ground", "1", "--answers", number, "--list",
                               "--out", f"{number}.cuttle", expect=0)
            line = next(line for line in done.stdout_text.splitlines() if "m(a,B)" in line)
            self.assertEqual(line.split("m(a,B)")[1].strip(), expected)

    def test_cover_errors(self):
        self.write("e.pl", "p(a).\np(b) :- atom_length(_, _).\np(c) :- q(c).\np(d) :- X is 1/0, p(X).\np(f(X)) :- X > 1.\n")
        self.cuttle("run", "e.pl", "--goal", "p(X)", "--cover", "errors", "--depth", "1", "--json", "s.json",
                    "--out", "e.cuttle", expect=1)
        summary = json.loads((self.folder / "s.json").read_text())
        self.assertEqual({bug["message"].partition("(")[0] for bug in summary["bugs"]},
                         {"instantiation_error", "existence_error", "evaluation_error", "type_error"})
        self.assertEqual(summary["tests"], len(list((self.folder / "e.cuttle/tests").iterdir())))
        self.cuttle("export", "e.cuttle", "--format", "plunit", expect=0)
        self.assertNotIn("p(a)", (self.folder / "tests/e.plt").read_text())

    def test_bugs_are_shown_by_a_small_term_that_has_the_message(self):
        self.write("small.pl", "p(f(X)) :- ( integer(X) -> true ; Y is X+1, q(Y) ).\np(g(_, a)).\np(h).\nq(_).\n")
        done = self.cuttle("run", "small.pl", "--goal", "p(X)", "--depth", "3", expect=1)
        self.assertRegex(done.stdout_text, r"message +type_error\(evaluable,a/0\)\n +inputs +p\(f\(a\)\)\n")

    def test_errors_in_libraries_are_placed_where_the_program_called_them(self):
        self.write("place.pl", "p(a, X) :- must_be(integer, X).\np(b, X) :- assertion(atom(X)).\np(c, X) :- q(X).\n"
                               "p(d, X) :- Y is X+1,\n    r(Y).\nq(X) :- maplist(s, [X]).\nr(_).\n"
                               "s(X) :- atom_length(X, N), N > 0.\n")
        self.cuttle("run", "place.pl", "--goal", "p(K,X)", "--depth", "1", "--json", "s.json", expect=1)
        summary = json.loads((self.folder / "s.json").read_text())
        places = {(bug["location"], bug["message"].partition("(")[0]) for bug in summary["bugs"]}
        self.assertLessEqual({("place.pl:1", "type_error"), ("place.pl:2", "assertion_error"), ("place.pl:8", "type_error"),
                              ("place.pl:4", "type_error")}, places)

    def test_endless_runs_name_their_goal(self):
        self.write("gcd.pl", "gcd(A, 0, A) :- !.\ngcd(A, B, G) :- C is A - B, gcd(B, C, G).\n")
        done = self.cuttle("run", "gcd.pl", "--goal", "gcd(A,B,G)", "--type", "1:between(0,20)", "--type",
                           "2:between(0,20)", "--inferences", "300", "--max-runs", "20", "--solver-timeout", "1",
                           expect=1)
        self.assertIn("possibly it does not terminate", done.stdout_text)
        self.assertIn("inputs      gcd(", done.stdout_text)


if __name__ == "__main__":
    support.main()
