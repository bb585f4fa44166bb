// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/strays.h"

#include <gtest/gtest.h>

namespace cuttle {
namespace {

PathTree::Insertion opening(PathTree::NodeId node, uint32_t choice, AlternativeId alternative) {
  PathTree::Insertion arrival;
  arrival.opened.push_back({choice, alternative, node});
  return arrival;
}

TEST(Strays, WhatAnEarlierTestOpenedIsTaken) {
  Strays strays;
  Booked first, second;
  strays.note(1, true, opening(7, 3, 0), first);
  PathTree::Insertion crossing;
  crossing.crossed = {{7, 0}, {8, 0}};
  strays.note(2, true, crossing, second);
  ASSERT_EQ(second.crossed.size(), 1u) << "nobody knows who opened the other";
  EXPECT_EQ(second.crossed[0], (StoredFlip{1, 3, 0, {}}));
}

TEST(Strays, WhatWorkersOpenIsTheirConcern) {
  Strays strays;
  Booked first, second;
  strays.note(1, false, opening(7, 3, 0), first);
  PathTree::Insertion crossing;
  crossing.crossed = {{7, 0}};
  strays.note(2, true, crossing, second);
  EXPECT_TRUE(second.crossed.empty());
}

TEST(Strays, AnOpenChoiceOfAnEarlierProcessGetsOneMoreSibling) {
  Strays strays;
  Parcel parcel;
  parcel.run = 4;
  parcel.items.push_back({{4, 2, kAnyOther, {5, 6}}, 0});
  strays.note(parcel, {{2, kAnyOther, 9}});
  PathTree::Insertion joining;
  joining.joined = {9};
  Booked booked, again;
  strays.note(11, true, joining, booked);
  ASSERT_EQ(booked.rejoined.size(), 1u);
  EXPECT_EQ(booked.rejoined[0], (StoredFlip{4, 2, kAnyOther, {5, 6, 11}}));
  strays.note(12, true, joining, again);
  EXPECT_EQ(again.rejoined.at(0).siblings, (std::vector<uint64_t>{5, 6, 11, 12}));
  EXPECT_EQ(strays.take_joined(9), (std::vector<uint64_t>{11, 12}));
  EXPECT_TRUE(strays.take_joined(9).empty());
}

}  // namespace
}  // namespace cuttle
