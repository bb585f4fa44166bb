// SPDX-License-Identifier: Apache-2.0
#include "engine/campaign/item_key.h"

#include <gtest/gtest.h>

#include <set>

namespace cuttle {
namespace {

// A run with real choices at the sites 1, 2, ... that took these alternatives.
Execution run_of(const std::vector<AlternativeId>& taken) {
  Execution run;
  for (AlternativeId alternative : taken) {
    Choice choice;
    choice.site = static_cast<SiteId>(run.choices.size() + 1);
    choice.taken = alternative;
    choice.open = true;
    run.choices.push_back(choice);
  }
  return run;
}

TEST(ItemKey, RunsThatShareAPrefixNameItsAlternativesAlike) {
  const ItemKeys keys("program");
  const std::vector<PathTree::Opened> opened = {{1, 7, 0}, {1, kAnyOther, 0}};
  EXPECT_EQ(keys.opened(run_of({0, 1, 2}), opened), keys.opened(run_of({0, 5}), opened));
  EXPECT_NE(keys.opened(run_of({0, 1}), opened), keys.opened(run_of({1, 1}), opened));
}

TEST(ItemKey, WhatARunTookIsWhatAnotherOpened) {
  const ItemKeys keys("program");
  const std::vector<PathTree::Opened> opened = {{0, 1, 0}, {2, 9, 0}};
  const auto wanted = keys.opened(run_of({0, 4, 8}), opened);
  EXPECT_EQ(keys.taken(run_of({1}), 0).at(0), wanted[0]);
  EXPECT_EQ(keys.taken(run_of({0, 4, 9}), 0).at(2), wanted[1]);
  EXPECT_EQ(keys.taken(run_of({0, 4, 9}), 2).size(), 2u);
}

TEST(ItemKey, ProgramPrefixAndAlternativeAllCount) {
  std::set<ItemKey> seen;
  size_t made = 0;
  for (const char* program : {"a", "b", "ab", ""})
    for (AlternativeId first : {0ull, 1ull, 1ull << 32, ~0ull - 1})
      for (AlternativeId alternative : {0ull, 1ull, 1ull << 32, ~0ull}) {
        const std::vector<PathTree::Opened> opened = {{0, alternative, 0}, {1, alternative, 0}};
        for (const ItemKey& key : ItemKeys(program).opened(run_of({first, 3}), opened))
          seen.insert(key);
        made += 1;
      }
  // At the first choice nothing was taken yet: one key for each program and alternative.
  EXPECT_EQ(seen.size(), made + 4 * 4);
}

}  // namespace
}  // namespace cuttle
