// SPDX-License-Identifier: Apache-2.0
#include "tests/prolog/native_program.h"

#include <cctype>
#include <cstring>
#include <random>
#include <vector>

namespace cuttle::prolog {

namespace {

// # stands for the value, % and & for small numbers, @ for one of a few constants.
using Goals = std::vector<const char*>;
const Goals of_integers = {"# > %",
                           "# =:= %",
                           "# mod 3 =:= &",
                           "#*# > &",
                           "gcd(#, 6) =:= &",
                           "msb(#) =:= &",
                           "abs(#) < &",
                           "between(-2, &, #)",
                           "memberchk(#, [%,%])",
                           "number_codes(#, [_])",
                           "atom_length(#, 2)",
                           "( atom_concat(v, #, A), A == v3 )",
                           "2**abs(#) =:= 4",
                           "# // 2 =:= %",
                           "max(#, %) =:= %",
                           "( format(atom(F), \"~d\", [#]), F == '5' )",
                           "# /\\ 3 =:= &",
                           "nth0(#, [a,b,c], b)",
                           "( length(L, #), L = [_,_|_] )",
                           "succ(_, #)",
                           "( plus(#, Y, 3), Y < % )",
                           "sort([#,1,2], [_,_])",
                           "msort([#,%], [#,_])",
                           "( Z is # >> 1, Z =:= % )",
                           "( Z is % - #, Z >= & )",
                           "( X2 is # rem 2, X2 == -1 )",
                           "6 / # =:= 3",
                           "sumlist([#,1], %)",
                           "sum_list([#,#], %)",
                           "# == %",
                           "# \\== %",
                           "# @< %",
                           "compare(<, #, %)",
                           "( number_chars(#, Cs), last(Cs, '2') )",
                           "( atom_number(A2, #), sub_atom(A2, 0, 1, _, '-') )",
                           "arg(#, f(a,b), b)",
                           "( numlist(1, #, NL), length(NL, &) )",
                           "divmod(#, 3, &, _)",
                           "sign(#) =:= -1",
                           "truncate(# / 2) =:= &",
                           "min_member(#, [%,#])",
                           "( string_code(1, #, SC), SC =:= 0'1 )"};
const Goals of_texts = {"atom_length(#, 1)",
                        "sub_atom(#, 0, 1, _, @)",
                        "( atom_chars(#, [C|_]), char_type(C, digit(W)), W > & )",
                        "atom_codes(#, [0'z|_])",
                        "( upcase_atom(#, U), U == # )",
                        "( atom_number(#, N), N > % )",
                        "# @< @",
                        "atom_concat(@, _, #)",
                        "sub_atom(#, _, _, 0, @)",
                        "( atomic_list_concat(P, ',', #), length(P, &) )",
                        "split_string(#, \",\", \" \", [_,_])",
                        "( string_concat(#, @, S), string_length(S, 2) )",
                        "char_code(#, 0'x)",
                        "# == @",
                        "memberchk(#, [@,@])",
                        "( atom_codes(#, Cs), reverse(Cs, Cs), Cs = [_,_] )",
                        "( atom_chars(#, Cs2), msort(Cs2, Cs2), Cs2 = [_,_] )",
                        "( atom_chars(#, [D]), char_type(D, alpha) )",
                        "( atom_string(#, S2), sub_string(S2, 0, 1, _, \"a\") )",
                        "( downcase_atom(#, L), L \\== # )",
                        "( atom_codes(#, [E|_]), code_type(E, punct) )",
                        "( term_to_atom(f(&), T), T == # )",
                        "( format(atom(F), \"~w~w\", [#,b]), F == ab )",
                        "( with_output_to(string(O), write(#)), string_codes(O, [0'q]) )",
                        "atomic_list_concat([#,@], '-', 'a-b')",
                        "( sub_atom(#, B, 1, 0, @), B > 0 )",
                        "number_codes(_, \"1\")",
                        "text_concat(#, @, ab)"};
const Goals of_lists = {"member(@, #)",
                        "length(#, &)",
                        "last(#, @)",
                        "nth0(0, #, @)",
                        "nth1(2, #, @)",
                        "append(_, [@], #)",
                        "append([@|_], [_], #)",
                        "reverse(#, [@|_])",
                        "( sort(#, S), S = [_] )",
                        "( msort(#, M), M == # )",
                        "( exclude(==(@), #, E), E == [] )",
                        "( select(@, #, Y), Y = [_] )",
                        "( delete(#, @, D), D = [_] )",
                        "subtract(#, [@,@], [])",
                        "# = [_|_]",
                        "( list_to_set(#, T), length(T, &) )",
                        "( findall(V, ( member(V, #), V \\== @ ), L), length(L, &) )",
                        "( setof(V, member(V, #), L), L = [@|_] )",
                        "aggregate_all(count, member(@, #), &)",
                        "forall(member(V, #), V \\== @)",
                        "memberchk(@, #)",
                        "( permutation(#, P), P = [@,@] )",
                        "( max_member(X2, #), X2 == @ )",
                        "( foldl([V2,A0,A1]>>(A1 = [V2|A0]), #, [], R2), R2 = [@|_] )",
                        "( include([V3]>>(V3 @> @), #, I), I = [_] )",
                        "( nextto(@, @, #) )",
                        "( pairs_keys_values(Ps, #, #), Ps = [@-_|_] )",
                        "( sumlist(#, Sum), Sum > & )",
                        "( exclude([V4]>>memberchk(V4, [@]), #, E2), length(E2, 1) )",
                        "( predsort([O,A5,B5]>>compare(O, A5, B5), #, Q), Q = [_] )",
                        "( partition([V6]>>(V6 == @), #, In, Out), length(In, K), length(Out, K) )",
                        "( sort(0, @>=, #, Down), Down = [@|_] )",
                        "( # = [H|Tl], \\+ member(H, Tl) )",
                        "( atomic_list_concat(#, '-', J), atom_length(J, 3) )",
                        "( length(#, N), N > &, throw(long) )",
                        "( list_to_assoc([], _), # \\== [] )",
                        "( sumlist([1,2], 3), # = [@,_] )"};

class Generator {
 public:
  explicit Generator(unsigned number) : number_(number), random_(number * 7919 + 17) {
    constexpr const char* types[] = {"between(-8,7)", "atom", "list(oneof([a,b,c]))"};
    kind_ = number % 3;
    type_ = types[kind_];
    goals_ = kind_ == 0 ? &of_integers : kind_ == 1 ? &of_texts : &of_lists;
  }

  NativeProgram run() {
    const std::string name = "n" + std::to_string(number_);
    const unsigned predicates = 1 + below(3);
    std::string text =
        name + "(X, R) :-\n    catch(( " + name +
        "p0(X, T) -> R = T ; R = [no] ), E, ( E = error(F, _) -> functor(F, N, _), R = "
        "[N] ; R = [E] )).\n";
    for (unsigned p = 0; p < predicates; ++p) {
      for (unsigned clauses = 1 + below(3); clauses > 0; --clauses) text += clause(p, predicates);
    }
    return {text, name + "(X, R)", type_};
  }

 private:
  unsigned below(unsigned n) { return std::uniform_int_distribution<unsigned>(0, n - 1)(random_); }

  std::string clause(unsigned p, unsigned predicates) {
    std::string text = "n" + std::to_string(number_) + "p" + std::to_string(p) + "(X, R) :-\n    ";
    std::string parts;
    const unsigned conditions = 1 + below(2);
    for (unsigned i = 0; i < conditions; ++i) text += condition() + ",\n    ";
    const std::string tag = "t" + std::to_string(++tags_);
    switch (p + 1 < predicates ? below(3) : below(2)) {
      case 0:
        return text + "R = [" + tag + "].\n";
      case 1:
        return text + "( " + simple() + " -> R = [" + tag + ",y] ; R = [" + tag + ",n] ).\n";
      default:
        return text + "n" + std::to_string(number_) + "p" + std::to_string(p + 1) +
               "(X, Rest), R = [" + tag + "|Rest].\n";
    }
  }

  std::string condition() {
    switch (below(9)) {
      case 0:
        return "\\+ " + simple();
      case 1:
        return simple() + ", !";
      case 2:
        return "( " + simple() + " ; " + simple() + " )";
      case 3:
        return "catch(" + simple() + ", _, fail)";
      case 4:
        return "( " + simple() + " -> true ; " + simple() + " )";
      case 5:
        return "( " + simple() + " -> throw(e" + std::to_string(++tags_) + ") ; true )";
      case 6:
        return "once(" + simple() + ")";
      default:
        return simple();
    }
  }

  // Its own variables, so that goals do not meet in them.
  std::string simple() {
    const std::string pattern = (*goals_)[below(static_cast<unsigned>(goals_->size()))];
    const std::string own = "V" + std::to_string(++variables_);
    std::string text;
    for (size_t i = 0; i < pattern.size(); ++i) {
      const char c = pattern[i];
      const bool begins = i == 0 || (!std::isalnum(pattern[i - 1]) && pattern[i - 1] != '_');
      if (c == '#') {
        text += "X";
      } else if (c == '%') {
        text += std::to_string(static_cast<int>(below(8)) - 3);
      } else if (c == '&') {
        text += std::to_string(below(4));
      } else if (c == '@' && (i + 1 == pattern.size() || !std::strchr("<>=", pattern[i + 1]))) {
        text += std::string(1, static_cast<char>('a' + below(3)));
      } else if (std::isupper(c) && begins && (i == 0 || pattern[i - 1] != '\'')) {
        text += own + c;
      } else {
        text += c;
      }
    }
    return text;
  }

  unsigned number_, kind_, tags_ = 0, variables_ = 0;
  std::mt19937 random_;
  std::string type_;
  const Goals* goals_;
};

}  // namespace

NativeProgram native_program(unsigned number) {
  return Generator(number).run();
}

}  // namespace cuttle::prolog
