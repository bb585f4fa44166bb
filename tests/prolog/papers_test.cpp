// SPDX-License-Identifier: Apache-2.0
// The examples that the papers print.
#include <gtest/gtest.h>

#include "tests/prolog/exploration.h"

namespace cuttle::prolog {
namespace {

// Concolic Testing in CLP, Example 1: four ways to call p, among them p(f(c)).
TEST(ClpPaper, Example1HasFourPaths) {
  Job job;
  job.text = "p(f(a)).\np(f(X)) :- q(X).\nq(b).\n";
  job.goal = "p(X)";
  job.options["depth"] = {"2"};
  job.oracle_inputs = 100000;
  job.check = true;
  Explored e = explore_program(job);
  EXPECT_EQ(e.compare(), "");
  EXPECT_EQ(e.summary.paths, 4u);
}

// Concolic Execution and Test Case Generation in Prolog, Examples 1 and 2: the traces.
TEST(PrologPaper, PrintsTheTraceOfExample1) {
  Job job;
  job.text = R"(
:- redefine_system_predicate(length(_, _)).
main(L, N, R) :- length(L, N), rev(L, [], R), foo(a).
main(_L, _N, error).
rev([], A, A).
rev([H|T], Acc, Res) :- is_list(Acc), rev(T, [H|Acc], Res).
is_list([]).
is_list([_H|T]) :- is_list(T).
length([], 0).
length([_H|R], s(N)) :- length(R, N).
foo(b).
)";
  job.goal = "main([a,b],s(s(0)),R)";
  job.options["trace"] = {"true"};
  job.max_runs = 1;
  Explored e = explore_program(job);
  ASSERT_EQ(e.runs.size(), 1u) << e.error;
  std::vector<std::string> expected = {"u(1,2)", "u(8)", "u(8)", "u(7)", "u(4)", "u(5)",
                                       "u(4)",   "u(6)", "u(5)", "u(3)", "b(2)"};
  EXPECT_EQ(e.runs[0].trace, expected);
  EXPECT_EQ(e.runs[0].outcome, "R = error");
}

TEST(PrologPaper, PrintsTheTraceOfExample2) {
  Job job;
  job.text = "p(X) :- q(X), r(X).\nq(X) :- s(X).\ns(a).\ns(b).\nr(b).\n";
  job.goal = "p(a)";
  job.options["trace"] = {"true"};
  job.max_runs = 1;
  Explored e = explore_program(job);
  ASSERT_EQ(e.runs.size(), 1u) << e.error;
  EXPECT_EQ(e.runs[0].trace, (std::vector<std::string>{"u(1)", "u(2)", "u(3)", "f"}));
}

// Section 5.2: four test cases evaluate all eight clauses completely.
TEST(PrologPaper, CoversTheClausesOfSection5) {
  Job job;
  job.file = example("reverse.pl");
  job.goal = "main([a,b],s(0),R)";
  job.options["cover"] = {"clauses"};
  job.strategy = "bfs";
  job.check = true;
  Explored e = explore_program(job);
  ASSERT_EQ(e.error, "");
  EXPECT_EQ(e.summary.coverage["clauses"].total, 8u);
  EXPECT_EQ(e.summary.coverage["clauses"].covered, 8u);
  EXPECT_EQ(e.summary.tests, 4u);
  for (const RunSeen& run : e.runs) std::printf("  %s\n", run.goal.c_str());
}

// Concolic Testing in CLP, Example 8: the four ground test cases.
TEST(ClpPaper, Example8HasFourGroundTestCases) {
  Job job;
  job.text = "p(X) :- X = a.\np(s(Y)) :- q(Y).\nq(W) :- W = a.\n";
  job.goal = "p(a)";
  job.options["depth"] = {"2"};
  job.oracle_inputs = 100000;
  job.check = true;
  Explored e = explore_program(job);
  EXPECT_EQ(e.compare(), "");
  EXPECT_EQ(e.summary.paths, 4u);
}

}  // namespace
}  // namespace cuttle::prolog
