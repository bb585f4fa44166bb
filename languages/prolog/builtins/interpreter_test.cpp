// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/builtins/interpreter.h"

#include <gtest/gtest.h>

#include <fstream>

namespace cuttle::prolog {
namespace {

// A program in a temporary file, loaded.
class Loaded {
 public:
  explicit Loaded(const std::string& text) {
    file_ = testing::TempDir() + "/cuttle_" + std::to_string(getpid()) + ".pl";
    std::ofstream(file_) << text;
    auto session = SwiSession::start({file_});
    if (!session) {
      ADD_FAILURE() << session.error().message;
      return;
    }
    session_ = std::move(*session);
    interpreter_ = std::make_unique<Interpreter>(session_.get());
    auto loaded = interpreter_->load();
    if (!loaded) ADD_FAILURE() << loaded.error().message;
  }
  ~Loaded() { std::remove(file_.c_str()); }

  std::string ask(const std::string& goal, unsigned answers = 10, MachineLimits limits = {}) {
    std::string all;
    for (const std::string& line : interpreter_->ask(goal, answers, limits))
      all += (all.empty() ? "" : " | ") + line;
    return all;
  }

 private:
  std::string file_;
  std::unique_ptr<SwiSession> session_;
  std::unique_ptr<Interpreter> interpreter_;
};

TEST(Interpreter, RunsPurePrograms) {
  Loaded p(R"(
nat(0).
nat(s(X)) :- nat(X).
app([], L, L).
app([X|Xs], L, [X|Ys]) :- app(Xs, L, Ys).
)");
  EXPECT_EQ(p.ask("nat(s(s(0)))"), "true | false");
  EXPECT_EQ(p.ask("nat(s(a))"), "false");
  EXPECT_EQ(p.ask("nat(X)", 3), "X = 0 | X = s(0) | X = s(s(0))");
  EXPECT_EQ(p.ask("app(X, Y, [1,2])"),
            "X = [], Y = [1,2] | X = [1], Y = [2] | X = [1,2], Y = [] | false");
}

TEST(Interpreter, KnowsControlConstructs) {
  Loaded p(R"(
p(X) :- ( X > 1 -> true ; X < 0 ).
q(1). q(2). q(3).
first(X) :- q(X), !.
odd(X) :- q(X), \+ 0 is X mod 2.
soft(X) :- ( q(X) *-> true ; X = none ).
cond(X) :- ( \+ q(X), ! ; X = b ).
local :- ( !, fail -> true ; true ).
)");
  EXPECT_EQ(p.ask("p(2)"), "true | false");
  EXPECT_EQ(p.ask("p(1)"), "false");
  EXPECT_EQ(p.ask("first(X)"), "X = 1 | false");
  EXPECT_EQ(p.ask("odd(X)"), "X = 1 | X = 3 | false");
  EXPECT_EQ(p.ask("soft(X)"), "X = 1 | X = 2 | X = 3 | false");
  EXPECT_EQ(p.ask("local"), "true | false");
  EXPECT_EQ(p.ask("findall(X, q(X), L)"), "X = _1, L = [1,2,3] | false");
  EXPECT_EQ(p.ask("forall(q(X), X > 0)"), "X = _1 | false");
  EXPECT_EQ(p.ask("G = (q(X), X > 1, !), call(G)"), "G = (q(2),2>1,!), X = 2 | false");
  EXPECT_EQ(p.ask("catch(throw(a(X)), a(Y), Y = 1), Z = 2"), "X = _1, Y = 1, Z = 2 | false");
  EXPECT_EQ(p.ask("catch(q(X), _, true), X > 1, throw(out)"), "out");
  EXPECT_EQ(p.ask("bagof(X, q(X), L)"), "X = _1, L = [1,2,3] | false");
  EXPECT_EQ(p.ask("undefined_thing(1)"),
            "error(existence_error(procedure,undefined_thing/1),undefined_thing/1)");
}

TEST(Interpreter, EvaluatesCharactersInBracketsOnly) {
  Loaded p("");
  EXPECT_EQ(p.ask("X is [a] + [1]", 1), "X = 98");
  for (const auto& [expression, error] :
       {std::pair{"[]", "evaluable,[]"}, {"[[0]]", "character,[0]"}, {"[-3]", "character,-3"}})
    EXPECT_EQ(p.ask(std::string("catch(X is ") + expression + ", error(E,_), true)", 1),
              std::string("X = _1, E = type_error(") + error + ")");
}

TEST(Interpreter, RunsLibraryCode) {
  Loaded p(":- use_module(library(lists)).\n");
  EXPECT_EQ(p.ask("append(X, [3], [1,2,3])", 1), "X = [1,2]");
  EXPECT_EQ(p.ask("length(L, 2)", 1), "L = [_1,_2]");
  EXPECT_EQ(p.ask("nth1(2, [a,b,c], X)", 1), "X = b");
  EXPECT_EQ(p.ask("maplist([X,Y]>>(Y is X*2), [1,2,3], L)", 1), "X = _1, Y = _1, L = [2,4,6]");
  EXPECT_EQ(p.ask("foldl([X,A,B]>>(B is A+X), [1,2,3], 0, S)", 1).substr(0, 2), "X ");
  EXPECT_EQ(p.ask("sort(0, @>=, [1,3,2,3], L)", 1), "L = [3,3,2,1]");
  EXPECT_EQ(p.ask("sum_list([1,2,3], S), max_list([1,5,2], M)", 1), "S = 6, M = 5");
}

TEST(Interpreter, RunsTailRecursionInConstantStack) {
  Loaded p(R"(
count(N, N) :- !.
count(I, N) :- I1 is I+1, count(I1, N).
)");
  MachineLimits limits;
  limits.memory_bytes = 8 << 20;
  limits.inferences = 100'000'000;
  EXPECT_EQ(p.ask("count(0, 300000)", 1, limits), "true");
}

TEST(Interpreter, StopsWhatDoesNotTerminate) {
  Loaded p("loop :- loop.\ngrow(X) :- grow(f(X)).\n");
  MachineLimits limits;
  limits.inferences = 100'000;
  EXPECT_EQ(p.ask("loop", 1, limits), "inference limit");
  limits.inferences = 1'000'000'000;
  limits.memory_bytes = 1 << 20;
  EXPECT_EQ(p.ask("grow(a)", 1, limits), "memory limit");
}

}  // namespace
}  // namespace cuttle::prolog
