// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/frontier.h"

#include <gtest/gtest.h>

namespace cuttle {
namespace {

// A run through choices at the sites 1, 2, ..., each taken as given, of two alternatives; 7 and
// more are values of an open choice.
Execution run_of(const std::vector<AlternativeId>& taken) {
  Execution run;
  for (AlternativeId alternative : taken) {
    Choice choice;
    choice.site = static_cast<SiteId>(run.choices.size() + 1);
    choice.taken = alternative;
    choice.open = alternative >= 7;
    choice.others_begin = static_cast<uint32_t>(run.alternatives.size());
    if (!choice.open) {
      run.alternatives.push_back({alternative == 0 ? 1u : 0u, ExprId{1}});
      choice.others_count = 1;
    }
    run.choices.push_back(choice);
  }
  return run;
}

Flip flip_of(uint64_t run, const PathTree::Opened& open) {
  Flip flip;
  flip.parent_run = run;
  flip.index = open.choice;
  flip.alternative = open.alternative;
  flip.node = open.node;
  return flip;
}

TEST(Frontier, IsDoneWhenEveryFlipIsBookedOrSettled) {
  Frontier frontier;
  const Booked first = frontier.book(1, run_of({0, 0}), nullptr, false, {});
  ASSERT_EQ(first.opened.size(), 2u);
  EXPECT_EQ(frontier.size(), 2u);
  Flip deep = flip_of(1, first.opened[1]), shallow = flip_of(1, first.opened[0]);
  ASSERT_TRUE(frontier.claim(deep));
  EXPECT_FALSE(frontier.claim(deep)) << "one at a time";
  EXPECT_EQ(frontier.book(2, run_of({0, 1}), &deep, true, {}).verdict, PathTree::Verdict::fresh);
  ASSERT_TRUE(frontier.claim(shallow));
  frontier.release(shallow);
  ASSERT_TRUE(frontier.claim(shallow));
  frontier.settle(shallow, Closed::infeasible);
  EXPECT_EQ(frontier.size(), 0u);
  EXPECT_TRUE(frontier.all_closed());
}

TEST(Frontier, AnOpenChoiceIsTriedUntilItHasNoMoreToOffer) {
  Frontier frontier;
  const Booked first = frontier.book(1, run_of({7}), nullptr, false, {});
  Flip flip = flip_of(1, first.opened.at(0));
  ASSERT_TRUE(frontier.claim(flip));
  EXPECT_TRUE(frontier.book(2, run_of({8}), &flip, true, {}).reopened);
  ASSERT_TRUE(frontier.claim(flip));
  const Booked known = frontier.book(3, run_of({8}), &flip, true, {});
  EXPECT_TRUE(known.merged);
  EXPECT_FALSE(known.reopened) << "it would go on for ever";
}

TEST(Frontier, WhoComesByAnOpenChoiceOnHisOwnIsExcludedToo) {
  Frontier frontier;
  const Booked first = frontier.book(1, run_of({7}), nullptr, false, {});
  frontier.book(2, run_of({8}), nullptr, false, {});  // a test of the user
  Flip flip = flip_of(1, first.opened.at(0));
  flip.excluded_in = 3;
  ASSERT_TRUE(frontier.claim(flip));
  EXPECT_EQ(flip.siblings, (std::vector<uint64_t>{2}));
  EXPECT_EQ(flip.excluded_in, 0u) << "the conditions are to be made again";
}

TEST(Frontier, ADivergedRunSettlesItsFlipAndIsBookedWhereItWent) {
  Frontier frontier;
  const Booked first = frontier.book(1, run_of({0, 0}), nullptr, false, {});
  Flip flip = flip_of(1, first.opened.at(1));
  ASSERT_TRUE(frontier.claim(flip));
  EXPECT_EQ(frontier.book(2, run_of({1}), &flip, false, {}).verdict, PathTree::Verdict::fresh);
  EXPECT_TRUE(frontier.all_closed());
}

TEST(Frontier, FlipsOfAnEarlierProcessComeBack) {
  Frontier frontier;
  Parcel parcel;
  parcel.run = 1;
  parcel.items.push_back({{1, 1, 1, {}}, 0, {}});
  frontier.expect(parcel);
  EXPECT_EQ(frontier.size(), 1u);
  EXPECT_FALSE(frontier.all_closed()) << "nobody has restored it";
  const auto opened = frontier.restore(run_of({0, 0}), parcel, {});
  ASSERT_EQ(opened.size(), 1u);
  EXPECT_EQ(opened[0].choice, 1u);
  EXPECT_EQ(frontier.size(), 1u);
}

TEST(Frontier, WhatOthersShallDoIsClosedHere) {
  Frontier frontier;
  const Booked first = frontier.book(1, run_of({0, 0, 7}), nullptr, false, {});
  ASSERT_EQ(first.opened.size(), 3u);
  frontier.book(2, run_of({0, 1}), nullptr, false, {});     // takes the second flip on its way
  frontier.book(3, run_of({0, 0, 8}), nullptr, false, {});  // comes by the open choice
  Parcel parcel;
  parcel.run = 1;
  for (const PathTree::Opened& open : first.opened)
    parcel.items.push_back({{1, open.choice, open.alternative, {}}, open.node, {}});
  const Frontier::ForOthers left = frontier.leave(std::move(parcel));
  ASSERT_EQ(left.flips.size(), 2u);
  EXPECT_EQ(left.flips[0].choice, 0u);
  EXPECT_EQ(left.flips[1].siblings, (std::vector<uint64_t>{3})) << "others must exclude it, too";
  ASSERT_EQ(left.taken.size(), 1u);
  EXPECT_EQ(left.taken[0].choice, 1u);
  EXPECT_EQ(frontier.size(), 0u);
  EXPECT_TRUE(frontier.all_closed());
}

}  // namespace
}  // namespace cuttle
