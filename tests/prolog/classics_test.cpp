// SPDX-License-Identifier: Apache-2.0
// Well-known programs: exploration finds exactly the paths that brute force finds.
#include <gtest/gtest.h>

#include "tests/prolog/exploration.h"

namespace cuttle::prolog {
namespace {

struct Classic {
  const char* file;
  const char* goal;
  std::map<std::string, std::vector<std::string>> options;
  uint64_t paths;  // 0: as many as the oracle says
};

void PrintTo(const Classic& c, std::ostream* out) {
  *out << c.file << " " << c.goal;
}

class Classics : public testing::TestWithParam<Classic> {};

TEST_P(Classics, HasThePathsOfTheOracle) {
  const Classic& c = GetParam();
  Job job;
  job.file = example(c.file);
  job.goal = c.goal;
  job.options = c.options;
  job.options["inferences"] = {"100000"};
  job.oracle_inputs = 2'000'000;
  Explored e = explore_program(job);
  EXPECT_EQ(e.compare(), "");
  if (c.paths) {
    EXPECT_EQ(e.summary.paths, c.paths);
  }
  std::printf("  %llu paths, %llu runs, oracle: %llu inputs, %.2f s\n",
              static_cast<unsigned long long>(e.summary.paths),
              static_cast<unsigned long long>(e.summary.runs),
              static_cast<unsigned long long>(e.oracle.inputs), e.summary.seconds);
}

using Options = std::map<std::string, std::vector<std::string>>;
Options depth(const char* d) {
  return {{"depth", {d}}};
}
Options ground(const char* g, const char* d) {
  return {{"ground", {g}}, {"depth", {d}}};
}

INSTANTIATE_TEST_SUITE_P(
    Examples, Classics,
    testing::Values(
        Classic{"nat.pl", "nat(X)", {{"depth", {"2"}}, {"int-bits", {"3"}}}, 6},
        Classic{"nat.pl", "nat(X)", {{"depth", {"5"}}, {"int-bits", {"3"}}}, 12},
        Classic{"peano.pl",
                "mult(X,Y,Z)",
                {{"ground", {"1,2"}}, {"depth", {"3"}}, {"int-bits", {"3"}}},
                0},
        Classic{"ackermann.pl",
                "ack(M,N,R)",
                {{"ground", {"1,2"}}, {"depth", {"2"}}, {"int-bits", {"3"}}},
                0},
        Classic{"hanoi.pl", "hanoi(N,Moves)", {{"type", {"1:between(0,7)"}}}, 0},
        Classic{"fibonacci.pl", "fib(N,F)", {{"type", {"1:between(-3,8)"}}}, 0},
        Classic{"append.pl", "last(L,X)", ground("1", "3"), 0},
        Classic{"reverse.pl",
                "main(L,N,R)",
                {{"ground", {"1,2"}},
                 {"type", {"1:list(atom)"}},
                 {"depth", {"2"}},
                 {"fresh", {"1"}},
                 {"int-bits", {"2"}}},
                0},
        Classic{"bank.pl",
                "account(Ops,B)",
                {{"ground", {"1"}}, {"depth", {"2"}}, {"fresh", {"1"}}, {"int-bits", {"2"}}},
                0},
        Classic{"bank.pl",
                "account([deposit(X),withdraw(Y),deposit(Z)],B)",
                {{"ground", {"none"}}, {"depth", {"2"}}, {"int-bits", {"4"}}},
                0},
        Classic{"queens.pl", "queens(N,Qs)", {{"type", {"1:between(0,6)"}}}, 0},
        Classic{"quicksort.pl", "qsort(L,S)", {{"depth", {"4"}}, {"int-bits", {"3"}}}, 0},
        Classic{"flip.pl", "flip(T,F)", depth("2"), 0},
        Classic{"nonlinear.pl", "p(X,Y)", depth("2"), 0},
        Classic{"automaton.pl", "accept(W)", {{"type", {"1:list(atom)"}}, {"depth", {"4"}}}, 0},
        Classic{"regex.pl", "match(E,W)", {{"type", {"2:list(atom)"}}, {"depth", {"2"}}}, 0},
        Classic{"grammar.pl",
                "sentence(Words,[])",
                {{"ground", {"1"}}, {"type", {"1:list(atom)"}}, {"depth", {"5"}}},
                0},
        Classic{"meta.pl", "solve(G)", depth("1"), 0},
        Classic{"simplify.pl",
                "simp(E,S)",
                {{"ground", {"1"}}, {"depth", {"2"}}, {"int-bits", {"2"}}},
                0},
        Classic{
            "redblack.pl",
            "insert(T,K,R)",
            {{"ground", {"1,2"}}, {"type", {"2:integer"}}, {"depth", {"1"}}, {"int-bits", {"3"}}},
            0},
        Classic{"flights.pl", "reach(X,Y)", depth("0"), 0},
        Classic{"roman.pl", "roman(N,R)", {{"type", {"1:between(0,20)"}}}, 0}));

}  // namespace
}  // namespace cuttle::prolog
