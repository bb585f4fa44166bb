// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/labour.h"

#include <gtest/gtest.h>

namespace cuttle {
namespace {

Flip flip_at(SiteId site, uint32_t alternative = 1) {
  Flip flip;
  flip.site = site;
  flip.alternative = alternative;
  return flip;
}

// A flip that SAT must decide, tried as the solver would.
Effort try_hard(Labour& labour, const Flip& flip, Answer answer = Answer::unsat) {
  const Effort effort = labour.effort_for(flip);
  Solution solution;
  solution.put_off = effort == Effort::glance;
  solution.laborious = !solution.put_off;
  if (solution.laborious) solution.answer = answer;
  labour.learn(flip, solution);
  return effort;
}

unsigned laborious_of(Labour& labour, unsigned tries, Answer answer) {
  unsigned laborious = 0;
  for (unsigned i = 0; i < tries; ++i)
    laborious += try_hard(labour, flip_at(1), answer) == Effort::brief;
  return laborious;
}

TEST(Labour, FallsToTheSquareRootWhereItIsInVain) {
  Labour labour;
  EXPECT_EQ(laborious_of(labour, 5, Answer::unsat), 5u);
  EXPECT_EQ(laborious_of(labour, 1, Answer::unsat), 0u);
  EXPECT_NEAR(laborious_of(labour, 5'000, Answer::unsat), 100, 5);
}

TEST(Labour, GoesOnWhereItPays) {
  Labour labour;
  laborious_of(labour, 100, Answer::unsat);
  while (try_hard(labour, flip_at(1), Answer::sat) == Effort::glance) {
  }
  EXPECT_EQ(laborious_of(labour, 100, Answer::sat), 100u);
}

TEST(Labour, IsAMatterOfThePlaceAndTheWay) {
  Labour labour;
  laborious_of(labour, 100, Answer::unsat);
  EXPECT_EQ(labour.effort_for(flip_at(1, 0)), Effort::brief);
  EXPECT_EQ(labour.effort_for(flip_at(2)), Effort::brief);
}

TEST(Labour, IsNotSparedForFlipsThatWaited) {
  Labour labour;
  laborious_of(labour, 100, Answer::unsat);
  Flip flip = flip_at(1);
  flip.waited = 1;
  EXPECT_EQ(labour.effort_for(flip), Effort::brief);
  flip.waited = 2;
  EXPECT_EQ(labour.effort_for(flip), Effort::full);
}

TEST(Labour, DoesNotCountWhatIsDecidedAtAGlance) {
  Labour labour;
  Solution easy;
  easy.answer = Answer::unsat;
  for (unsigned i = 0; i < 100; ++i) labour.learn(flip_at(1), easy);
  EXPECT_EQ(labour.effort_for(flip_at(1)), Effort::brief);
}

}  // namespace
}  // namespace cuttle
