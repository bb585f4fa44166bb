// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/frontier.h"

#include <gtest/gtest.h>

#include <thread>

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

bool never() {
  return false;
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
  frontier.worker_started();
  frontier.give(parcel);
  EXPECT_EQ(frontier.size(), 1u);
  EXPECT_EQ(frontier.in_parcels(), 1u);
  const std::optional<Parcel> taken = frontier.wait(never);
  ASSERT_TRUE(taken);
  const auto opened = frontier.restore(run_of({0, 0}), *taken, {});
  ASSERT_EQ(opened.size(), 1u);
  EXPECT_EQ(opened[0].choice, 1u);
  EXPECT_EQ(frontier.size(), 1u);
  EXPECT_EQ(frontier.in_parcels(), 0u);
}

TEST(Frontier, WorkersWaitForEachOtherAndEndTogether) {
  Frontier frontier;
  for (int i = 0; i < 2; ++i) frontier.worker_started();
  std::optional<Parcel> got = Parcel();
  {
    std::jthread other([&] {
      got = frontier.wait(never);
      EXPECT_FALSE(frontier.wait(never));
    });
    while (!frontier.somebody_is_idle()) std::this_thread::yield();
    Parcel parcel;
    parcel.run = 5;
    parcel.items.push_back({{5, 0, 1, {}}, 1, {}});
    frontier.give(parcel);
    while (frontier.in_parcels() > 0) std::this_thread::yield();
    EXPECT_FALSE(frontier.wait(never)) << "both are idle, and nothing is left";
  }
  ASSERT_TRUE(got);
  EXPECT_EQ(got->run, 5u);
}

}  // namespace
}  // namespace cuttle
