// SPDX-License-Identifier: Apache-2.0
#include "engine/prune/clauses.h"

#include <gtest/gtest.h>

#include "engine/prune/backward.h"
#include "engine/prune/literals.h"

namespace cuttle {
namespace {

class ClausesTest : public ::testing::Test {
 protected:
  ExprId cell(unsigned n) { return variables_.cell({n, 0, 4}); }
  ExprId number(uint64_t value) { return pool_.bits(32, value); }
  ExprId is(unsigned n, uint64_t value) { return pool_.eq(cell(n), number(value)); }
  ExprId below(unsigned n, uint64_t value) {
    return pool_.binary(Op::bv_slt, cell(n), number(value));
  }
  ClauseSet set_of(std::initializer_list<Clause> clauses) {
    ClauseSet set;
    for (const Clause& clause : clauses) clauses_.add(set, clause);
    clauses_.simplify(set);
    return set;
  }

  ExprPool pool_;
  StateVariables variables_{pool_};
  bool possible_ = true;
  Clauses clauses_{variables_, [this](ExprId) { return possible_; }};
  Backward backward_{variables_, clauses_};
};

TEST_F(ClausesTest, LiteralsOfOneTerm) {
  EXPECT_TRUE(surely_implies(pool_, is(1, 3), below(1, 4)));
  EXPECT_FALSE(surely_implies(pool_, is(1, 4), below(1, 4)));
  EXPECT_TRUE(surely_implies(pool_, below(1, 4), below(1, 9)));
  EXPECT_FALSE(surely_implies(pool_, below(1, 9), below(1, 4)));
  EXPECT_TRUE(surely_implies(pool_, below(1, 4), pool_.not_(is(1, 4))));
  EXPECT_TRUE(surely_implies(pool_, is(1, ~0u), below(1, 0)));
  EXPECT_FALSE(surely_implies(pool_, is(1, 3), below(2, 4)));
}

TEST_F(ClausesTest, Tautologies) {
  EXPECT_TRUE(set_of({{is(1, 3), pool_.not_(is(1, 3))}}).empty());
  EXPECT_TRUE(set_of({{below(1, 9), pool_.not_(below(1, 4))}}).empty()) << "x < 9 || x >= 4";
}

TEST_F(ClausesTest, UnitsDecideOthers) {
  const ClauseSet set = set_of({{is(1, 3)}, {below(1, 4), is(2, 1)}, {is(1, 4), is(2, 7)}});
  EXPECT_EQ(set, set_of({{is(1, 3)}, {is(2, 7)}}));
}

TEST_F(ClausesTest, EqualitiesAreSubstituted) {
  const ExprId same = pool_.eq(cell(1), cell(2));
  EXPECT_EQ(set_of({{is(1, 3)}, {same}}), set_of({{is(1, 3)}, {is(2, 3)}}));
}

TEST_F(ClausesTest, ResolutionAndSubsumption) {
  const ClauseSet set = set_of({{is(1, 1), is(2, 2)}, {pool_.not_(is(1, 1)), is(2, 2)}});
  EXPECT_EQ(set, set_of({{is(2, 2)}}));
  EXPECT_EQ(set_of({{is(2, 2)}, {is(1, 1), is(2, 2)}}), set);
}

TEST_F(ClausesTest, ContradictionIsFalse) {
  EXPECT_TRUE(is_false(set_of({{is(1, 3)}, {is(1, 4)}, {is(2, 0), is(3, 0)}})));
}

// for all v: v < 5 || x == 3 means x == 3.
TEST_F(ClausesTest, BoundVariablesAreForgotten) {
  const ExprId v = variables_.any(0, 32);
  const ExprId small = pool_.binary(Op::bv_slt, v, number(5));
  EXPECT_EQ(set_of({{small, is(1, 3)}}), set_of({{is(1, 3)}}));
  const ExprId mixed = pool_.eq(v, cell(1));
  EXPECT_EQ(set_of({{small, mixed}}).front().size(), 2u) << "connected with the state";
}

// What is read here must not become what the clause already binds.
TEST_F(ClausesTest, ReadsAreNotCaptured) {
  const ExprId old = pool_.eq(variables_.any(0, 32), cell(2));
  ProgramStep step;
  step.writes.push_back({{1, 0, 4}, variables_.input(0, 32)});
  const ClauseSet behind = set_of({{old, pool_.eq(cell(1), cell(3))}});
  const ClauseSet* sets[] = {&behind};
  const ClauseSet before = backward_.through(step, sets);
  ASSERT_EQ(before.size(), 1u);
  EXPECT_EQ(before, set_of({{old, pool_.eq(variables_.any(1, 32), cell(3))}}));
}

TEST_F(ClausesTest, OverlappingWrites) {
  // x = 0x01020304; its second byte becomes 9.
  ProgramStep step;
  step.writes.push_back({{1, 1, 1}, pool_.bits(8, 9)});
  const ClauseSet behind = set_of({{is(1, 0x01020904)}});
  const ClauseSet* sets[] = {&behind};
  const ClauseSet before = backward_.through(step, sets);
  ClauseSet expected;
  clauses_.add(expected, {pool_.eq(variables_.cell({1, 0, 1}), pool_.bits(8, 4))});
  clauses_.add(expected, {pool_.eq(variables_.cell({1, 2, 2}), pool_.bits(16, 0x0102))});
  clauses_.simplify(expected);
  EXPECT_EQ(before, expected);
}

TEST_F(ClausesTest, BranchesGuardTheirSides) {
  ProgramStep step;
  step.arms.push_back({pool_.not_(below(1, 5))});
  step.arms.push_back({below(1, 5)});
  const ClauseSet yes = set_of({{is(2, 1)}, {is(3, 1)}}), no = set_of({{is(3, 1)}});
  const ClauseSet* sets[] = {&no, &yes};
  EXPECT_EQ(backward_.through(step, sets),
            set_of({{is(3, 1)}, {pool_.not_(below(1, 5)), is(2, 1)}}));
}

}  // namespace
}  // namespace cuttle
