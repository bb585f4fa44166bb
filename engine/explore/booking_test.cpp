// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/booking.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cuttle {
namespace {

using testing::Contains;
using testing::Field;

Execution one_branch() {
  Execution run;
  Choice choice;
  choice.site = 1;
  choice.others_count = 1;
  run.alternatives.push_back({1, ExprId{1}});
  run.choices.push_back(choice);
  return run;
}

TargetInfo two_sites() {
  TargetInfo info;
  info.sites = {{"", 0, 0, ""}, {"t.c", 7, 0, "f"}};
  return info;
}

TEST(Booking, ARecordSaysWhatTheRunSettledAndOpened) {
  const Execution execution = one_branch();
  Flip flip;
  flip.parent_run = 3;
  flip.index = 2;
  flip.alternative = kAnyOther;
  flip.siblings = {4};
  Booked booked;
  booked.reopened = true;
  booked.opened = {{0, 1, 99}};
  booked.prescribed = {{9, 5, 6, {}}};
  const RunRecord record = record_of({9, execution, &flip, {}}, booked, 0);
  EXPECT_EQ(record.run, 9u);
  EXPECT_TRUE(record.is_path);
  EXPECT_EQ(record.resolves, (StoredFlip{3, 2, kAnyOther, {4}}));
  const std::vector<StoredFlip> opens = {{3, 2, kAnyOther, {4, 9}}, {9, 0, 1, {}}, {9, 5, 6, {}}};
  EXPECT_EQ(record.opens, opens);
}

TEST(Booking, OnlyFreshRunsThatCountArePaths) {
  Execution execution = one_branch();
  Booked booked;
  booked.verdict = PathTree::Verdict::duplicate;
  EXPECT_FALSE(record_of({1, execution}, booked, 0).is_path);
  booked.verdict = PathTree::Verdict::fresh;
  execution.outcome.kind = Outcome::Kind::rejected;
  EXPECT_FALSE(record_of({1, execution}, booked, 0).is_path);
}

TEST(Booking, WhatWasNotFollowedIsListedWithItsPlace) {
  Execution execution = one_branch();
  execution.choices.push_back(execution.choices[0]);
  execution.truncated = true;
  execution.outcome.kind = Outcome::Kind::lost;
  Flip flip;
  flip.site = 1;
  Booked booked;
  booked.verdict = PathTree::Verdict::mismatch;
  booked.merged = true;
  const auto list = limitations_of({1, execution, &flip, SiteId{1}}, booked, two_sites(), 1);
  for (Reason reason : {Reason::trace_full, Reason::depth, Reason::divergence,
                        Reason::non_deterministic, Reason::merged, Reason::lost_run})
    EXPECT_THAT(list, Contains(Field(&Limitation::reason, reason))) << to_string(reason);
  for (const Limitation& limitation : list) {
    const bool placed = limitation.reason == Reason::divergence ||
                        limitation.reason == Reason::depth || limitation.reason == Reason::merged;
    EXPECT_EQ(limitation.location, placed ? "t.c:7" : "");
  }
  EXPECT_TRUE(limitations_of({1, one_branch()}, {}, two_sites(), 0).empty());
}

std::string divergence_of(const Execution& execution) {
  const auto all = limitations_of({2, execution, nullptr, SiteId{1}}, {}, two_sites(), 0);
  for (const Limitation& one : all)
    if (one.reason == Reason::divergence) return one.detail;
  return {};
}

TEST(Booking, ADivergenceSaysWhoseFaultItIs) {
  Execution execution = one_branch();
  EXPECT_NE(divergence_of(execution).find("a fault of Cuttle, unless"), std::string::npos);
  execution.limitations = {{Reason::threads, "t.c:3", ""}};
  EXPECT_NE(divergence_of(execution).find("threads"), std::string::npos);
  execution.limitations.push_back(
      {Reason::non_deterministic, "seed.c:12", "differs between runs: rdtsc"});
  EXPECT_EQ(divergence_of(execution), "differs between runs: rdtsc at seed.c:12");
}

}  // namespace
}  // namespace cuttle
