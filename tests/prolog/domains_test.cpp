// SPDX-License-Identifier: Apache-2.0
// What programs do with inputs: each construct with all paths, compared with brute force.
#include <gtest/gtest.h>

#include "tests/prolog/exploration.h"

namespace cuttle::prolog {
namespace {

struct Construct {
  const char* name;
  const char* text;
  const char* goal;
  std::map<std::string, std::vector<std::string>> options;
  bool exact = true;  // one path per trace
};

void PrintTo(const Construct& c, std::ostream* out) {
  *out << c.name;
}

class Constructs : public testing::TestWithParam<Construct> {};

TEST_P(Constructs, HasThePathsOfTheOracle) {
  const Construct& c = GetParam();
  Job job;
  job.text = c.text;
  job.goal = c.goal;
  job.options = c.options;
  job.options.try_emplace("depth", std::vector<std::string>{"1"});
  job.options.try_emplace("int-bits", std::vector<std::string>{"5"});
  job.options["inferences"] = {"200000"};
  job.oracle_inputs = 300'000;
  Explored e = explore_program(job);
  EXPECT_EQ(c.exact ? e.compare() : e.compare_traces(), "");
  EXPECT_GT(e.summary.paths, 1u);
}

using Options = std::map<std::string, std::vector<std::string>>;
const Options integer{{"type", {"1:integer"}}};
const Options integers{{"type", {"1:integer", "2:integer"}}};
const Options integer_list{{"type", {"1:list(integer)"}}, {"depth", {"3"}}, {"int-bits", {"3"}}};
const Options atom_list{{"type", {"1:list(atom)"}}, {"depth", {"3"}}};

const Construct constructs[] = {
    {"comparisons", "t(X) :- X > 3, X < 10, Y is X*X, Y =:= 49.", "t(X)", integer},
    {"division", "t(X, Y) :- Z is X // Y, Z =:= 2, X mod Y =\\= 0.", "t(X,Y)", integers},
    {"bits", "t(X) :- 5 is X /\\ 7, Y is X >> 1, Y > 4, 9 is X xor 4.", "t(X)", integer},
    {"minimum", "t(X, Y) :- 3 is min(X, Y), 7 is max(abs(X), Y).", "t(X,Y)", integers},
    {"succ", "t(X) :- succ(X, Y), plus(Y, 2, Z), Z == 7.", "t(X)", integer, false},
    {"between", "t(X) :- between(2, 5, X), X \\== 3.", "t(X)", integer},
    {"type_tests",
     "t(X) :- atom(X), X \\== a.\nt(X) :- compound(X), X = f(_).\nt(X) :- integer(X), X > 0.",
     "t(X)",
     {}},
    {"atomic", "t(X) :- atomic(X), !.\nt(X) :- callable(X), X = g(a, _).", "t(X)", {}},
    {"identity", "t(X, Y) :- X == Y.\nt(X, f(X)).", "t(X,Y)", {}},
    {"order",
     "t(X, Y) :- X @< Y, !.\nt(X, Y) :- f(X) @>= f(Y).\nk(a). k(b).",
     "t(X,Y)",
     {{"depth", {"1"}}, {"int-bits", {"3"}}},
     false},
    {"compare", "t(X, Y) :- compare(<, X, Y).\nt(X, X).", "t(X,Y)", integers, false},
    {"sort", "t(L) :- msort(L, [A|_]), A > 0, sort(L, S), length(S, 2).", "t(L)", integer_list,
     false},
    {"univ",
     "t(X) :- X =.. [f|Args], length(Args, 1), Args = [a].\nt(g(_, _)).",
     "t(X)",
     {},
     false},
    {"functor", "t(X) :- functor(X, f, 1), arg(1, X, a).\nt(g(_, _)).", "t(X)", {}, false},
    {"copy", "t(X) :- copy_term(f(X, Y, Y), f(a, b, Z)), Z == b.", "t(X)", {}, false},
    {"dif", "t(X) :- dif(X, a), X \\= f(_).", "t(X)", {}, false},
    {"dif_later", "t(X) :- dif(Y, f(X)), u(Y).\nu(f(a)).\nu(f(b)).\nu(c).", "t(X)", {}, false},
    {"clpfd", ":- use_module(library(clpfd)).\nt(X) :- X #> 3, X #< 6.", "t(X)", integer, false},
    {"clpq", ":- use_module(library(clpq)).\nt(X) :- { X > 3, X =< 5 }.", "t(X)", integer, false},
    {"clpr", ":- use_module(library(clpr)).\nt(X) :- { 2*X > 3.5, X =< 5 }.", "t(X)", integer,
     false},
    {"clpr_sum", ":- use_module(library(clpr)).\nt(X, Y) :- { X + 2*Y >= 3, X < Y }.", "t(X,Y)",
     integers, false},
    {"rates", "t(X) :- T is (X-1)*0.3, ( T =< 0.6 -> true ; T < 1.5 -> T =:= 1.2 ; T > 1.7 ).",
     "t(X)", integer, false},
    {"two_rates", "t(X, Y) :- T is X*0.25 + Y*0.5, ( T > 1.0 -> T < 1.5 ; T < -0.5 ).", "t(X,Y)",
     integers, false},
    {"quotient", "t(X) :- Y is X/4, ( Y > 0.6 -> Y < 1.1 ; Y =:= -0.5 ).", "t(X)", integer, false},
    {"rounded",
     "t(X) :- Y is round(X*0.7), ( Y > 2 -> true ; Y =:= 1 -> true ; 0 is truncate(X/3) ).", "t(X)",
     integer, false},
    {"root", "t(X) :- catch(Y is sqrt(X), _, fail), ( Y > 1.5 -> true ; Y =:= 1.0 ).", "t(X)",
     integer, false},
    {"extremes",
     "t(X) :- Y is max(X, 1.5), Z is min(-X, -0.5), ( Y > 2 -> integer(Z) ; float(Y) ).", "t(X)",
     integer, false},
    {"float_order", "t(X) :- Y is X*1.0, ( Y @< 2 -> true ; Y @> 2.5 -> true ; Y @< X ).", "t(X)",
     integer, false},
    {"findall", "t(L) :- findall(X, (member(X, L), X > 1), [_, _]).", "t(L)", integer_list},
    {"bagof", "t(L) :- bagof(X, member(X, L), [a|_]).", "t(L)", atom_list, false},
    {"setof",
     "t(L) :- setof(X, member(X, L), [_]).\na(a).",
     "t(L)",
     {{"type", {"1:list(atom)"}}, {"depth", {"2"}}},
     false},
    {"aggregate", "t(L) :- aggregate_all(count, member(a, L), 2).", "t(L)", atom_list},
    {"forall", "t(L) :- forall(member(X, L), X > 0).", "t(L)", integer_list},
    {"negation", "t(X) :- \\+ u(X).\nu(a).\nu(f(b)).", "t(X)", {}},
    {"soft_cut",
     "t(X) :- ( u(X, Y) *-> Y == 2 ; X == c ).\nu(a, 1).\nu(a, 2).\nu(b, 1).",
     "t(X)",
     {},
     false},
    {"if_then_else", "t(X) :- ( X = a -> true ; X = f(Y) -> Y = b ; X == c ).", "t(X)", {}},
    {"once",
     "t(X) :- once(u(X, Y)), ignore(Y = 2), Y == 1.\nu(a, 1).\nu(a, 2).\nu(b, 2).",
     "t(X)",
     {},
     false},
    {"errors",
     "t(X) :- catch(Y is X+1, error(type_error(_, _), _), fail), Y > 2.",
     "t(X)",
     {{"type", {"1:atomic"}}},
     false},
    {"throw", "t(X) :- catch(u(X), my(Y), Y == a).\nu(X) :- throw(my(X)).", "t(X)", {}},
    {"rethrow", "t(X) :- catch(u(X), other, true).\nu(a).\nu(b) :- throw(oops).", "t(X)", {}},
    {"assert",
     ":- dynamic seen/1.\nt(X) :- assertz(seen(X)), ( seen(a) -> true ; retract(seen(b)) ).",
     "t(X)",
     {},
     false},
    {"counter",
     "t(L) :- nb_setval(n, 0), forall(member(_, L), (nb_getval(n, N), M is N+1, "
     "nb_setval(n, M))), nb_getval(n, 2).",
     "t(L)", atom_list},
    {"global", "t(X) :- b_setval(v, X), b_getval(v, a).", "t(X)", {}},
    {"codes",
     "t(X) :- atom_codes(X, [0'a|_]).",
     "t(X)",
     {{"type", {"1:oneof([a,ab,ba,b])"}}},
     false},
    {"atom_length",
     "t(X) :- atom_length(X, N), N > 1.",
     "t(X)",
     {{"type", {"1:oneof([a,ab,abc,b])"}}},
     false},
    {"concat",
     "t(X, Y) :- atom_concat(X, Y, ab).",
     "t(X,Y)",
     {{"type", {"1:oneof([a,ab,b,''])", "2:oneof([b,a,ab])"}}},
     false},
    {"sub_atom",
     "t(X) :- sub_atom(X, _, 1, 0, b).",
     "t(X)",
     {{"type", {"1:oneof([a,ab,abc,b])"}}},
     false},
    {"numbers",
     "t(X) :- atom_number(X, N), N > 3.",
     "t(X)",
     {{"type", {"1:oneof(['5',a,'2'])"}}},
     false},
    {"call_n",
     "t(P, X) :- call(P, X).\nu(a).\nv(b).",
     "t(P,X)",
     {{"type", {"1:oneof([u,v])"}}},
     false},
    {"maplist", "t(L) :- maplist(u, L).\nu(a).\nu(b).", "t(L)", atom_list},
    {"foldl", "t(L) :- foldl([X, A, B]>>(B is A+X), L, 0, 3).", "t(L)", integer_list, false},
    {"nth", "t(L) :- nth0(1, L, a), last(L, b).", "t(L)", atom_list, false},
    {"select", "t(L) :- select(a, L, [b]).", "t(L)", atom_list, false},
    {"sums", "t(L) :- sum_list(L, 3), max_list(L, 2).", "t(L)", integer_list, false},
    {"ssu",
     "u(a, Y) => Y = 1.\nu(f(X), Y), X == b => Y = 2.\nt(X) :- u(X, Y), Y > 1.",
     "t(X)",
     {},
     false},
    {"dcg", "t(L) :- phrase(s, L).\ns --> [a], s.\ns --> [b] ; [].", "t(L)", atom_list},
};

// Atoms and strings of up to two characters that are all unknown.
Options text(const char* type) {
  return {{"type", {std::string("1:") + type}}, {"text-length", {"2"}}, {"fresh", {"0"}}};
}

const Construct texts[] = {
    {"chars", "t(X) :- atom_chars(X, [a|T]), T = [b].\nt(X) :- atom_chars(X, [C, C]).", "t(X)",
     text("atom"), false},
    {"codes", "t(X) :- atom_codes(X, [A, B]), A > B, B >= 0'a.", "t(X)", text("atom"), false},
    {"length", "t(ab).\nt(abc).\nt(X) :- atom_length(X, 2).\nt(a).", "t(X)", text("atom"), false},
    {"heads", "t(X) :- u(X).\nu(a).\nu(ab).\nu(X) :- atom_chars(X, [_, c]).\nu(ac).", "t(X)",
     text("atom"), false},
    {"digits",
     "t(X) :- atom_codes(X, Cs), phrase(ds(Ds), Cs), number_codes(N, Ds), N > 42.\n"
     "ds([D|T]) --> d(D), ds(T).\nds([D]) --> d(D).\nd(D) --> [D], { code_type(D, digit) }.",
     "t(X)", text("atom"), false},
    {"upcase", "t(X) :- upcase_atom(X, 'AB').\nt(X) :- downcase_atom(X, X).", "t(X)", text("atom"),
     false},
    {"prefix", "t(X) :- atom_concat(a, Y, X), Y \\== b.\nt(X) :- atom_concat(_, b, X).", "t(X)",
     text("atom"), false},
    {"appended", "t(X) :- atom_concat(X, b, ab).\nt(X) :- atom_concat(X, X, aa).", "t(X)",
     text("atom"), false},
    {"sub_atom", "t(X) :- sub_atom(X, B, 1, 0, b), B > 0.\nt(X) :- sub_atom(X, _, _, _, a).",
     "t(X)", text("atom"), false},
    {"char_type",
     "t(X) :- atom_chars(X, [C|_]), char_type(C, upper(L)), L == q.\n"
     "t(X) :- atom_chars(X, [_, C]), char_type(C, digit(W)), W > 7.",
     "t(X)", text("atom"), false},
    {"char_code", "t(X) :- char_code(X, C), C > 0'x.", "t(X)", text("char"), false},
    {"order", "t(X) :- atom_length(X, _), ( X @< b -> X @> a ; X @>= ba ).\nt(bb).", "t(X)",
     text("atom"), false},
    {"order_of_two",
     "t(X, Y) :- atom_length(X, _), compare(O, X, Y), u(O).\nu(<).\nu(=).",
     "t(X,Y)",
     {{"type", {"1:atom", "2:atom"}}, {"text-length", {"1"}}, {"fresh", {"1"}}},
     false},
    {"sorted",
     "t(L) :- maplist(atom_length, L, _), sort(L, [a|_]).",
     "t(L)",
     {{"type", {"1:list(atom)"}}, {"depth", {"2"}}, {"text-length", {"1"}}, {"fresh", {"1"}}},
     false},
    {"string_order", "t(X) :- string_length(X, N), N > 0, X @< \"b\", X @> \"ab\".", "t(X)",
     text("string"), false},
    {"joined", "t(X) :- atomic_list_concat([X, c], '-', 'a-c').", "t(X)", text("atom"), false},
    {"split", "t(X) :- atomic_list_concat(Ps, '-', X), length(Ps, 2), Ps = ['', _].", "t(X)",
     text("atom"), false},
    {"strings", "t(X) :- string_concat(\"a\", R, X), R \\== \"\".\nt(\"ab\").", "t(X)",
     text("string"), false},
    {"split_string", "t(X) :- split_string(X, \",\", \" \", [_, P]), P == \"\".", "t(X)",
     text("string"), false},
    {"atom_string", "t(X) :- atom_string(A, X), u(A).\nu(a).\nu(b).", "t(X)", text("string"),
     false},
    {"built",
     "t(L) :- atom_chars(A, L), A == ab.",
     "t(L)",
     {{"type", {"1:chars"}}, {"depth", {"2"}}, {"text-length", {"1"}}},
     false},
    {"equal",
     "t(X, Y) :- X == Y, atom_length(X, 1).\nt(X, X).\nt(a, b).",
     "t(X,Y)",
     {{"type", {"1:atom", "2:oneof([a,bb,c])"}}, {"text-length", {"1"}}, {"fresh", {"1"}}},
     false},
    {"same",
     "t(X, Y) :- atom_length(X, 1), X \\== Y, upcase_atom(Y, X).\nt(X, X).",
     "t(X,Y)",
     {{"type", {"1:atom", "2:atom"}}, {"text-length", {"1"}}, {"fresh", {"0"}}},
     false},
};

INSTANTIATE_TEST_SUITE_P(All, Constructs, testing::ValuesIn(constructs),
                         [](const auto& info) { return std::string(info.param.name); });
INSTANTIATE_TEST_SUITE_P(Texts, Constructs, testing::ValuesIn(texts),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace cuttle::prolog
