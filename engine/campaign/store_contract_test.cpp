// SPDX-License-Identifier: Apache-2.0
// What every store must do, whatever it is made of.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <thread>

#include "engine/campaign/campaign.h"
#include "engine/campaign/memory_store.h"
#include "engine/campaign/test_holder.h"
#include "engine/support/files.h"

namespace cuttle {
namespace {

using testing::ElementsAre;

double now = 1000;
double test_clock() {
  return now;
}

const CampaignIdentity kIdentity{"t.c", "c", "f00d", "dfs", 7, {"t.c"}, "/src"};

struct InMemory {
  InMemory() { campaign->identity = kIdentity; }
  std::unique_ptr<CampaignStore> holder() {
    return std::make_unique<MemoryStore>(campaign, test_clock);
  }
  std::shared_ptr<MemoryContents> campaign = std::make_shared<MemoryContents>();
};

struct InSqlite {
  std::unique_ptr<CampaignStore> holder() {
    if (!std::exchange(begun, true)) {
      auto claimed = ClaimedFolder::claim(folder.path());
      EXPECT_TRUE(claimed);
      return create_campaign(std::move(*claimed), kIdentity, test_clock).value();
    }
    auto joined = JoinedFolder::join(folder.path());
    EXPECT_TRUE(joined) << joined.error().message;
    return join_campaign(std::move(*joined), test_clock).value();
  }
  TemporaryFolder folder;
  bool begun = false;
};

template <typename Place>
class StoreContract : public testing::Test {
 protected:
  StoreContract() { now = 1000; }

  static RunRecord run_with(uint64_t number, const std::string& input = "x") {
    RunRecord run;
    run.run = number;
    run.test.inputs = {{input, "int", "bv32", std::to_string(number)}};
    run.path = "path" + std::to_string(number);
    return run;
  }
  // The first run, which opens three flips.
  void begin() {
    ASSERT_TRUE(one.record(run_with(1), {}, {a, b, c}));
    ASSERT_TRUE(first->flush());
  }
  std::vector<uint64_t> runs_of(CampaignStore& store) {
    std::vector<uint64_t> runs;
    for (uint64_t run = 1; run < 20; ++run)
      if (store.test(run)) runs.push_back(run);
    return runs;
  }

  Place place;
  std::unique_ptr<CampaignStore> first = place.holder();
  TestHolder one{*first};
  const WorkItem a = item_at(1, 0, 1), b = item_at(1, 2, 0), c = item_at(1, 3, kAnyOther, {4, 300});
};

using Places = testing::Types<InMemory, InSqlite>;
TYPED_TEST_SUITE(StoreContract, Places);

TYPED_TEST(StoreContract, RunNumbersAreDenseForOneAndUniqueForAll) {
  EXPECT_EQ(*this->first->numbers(1), 1u);
  EXPECT_EQ(*this->first->numbers(3), 2u);
  EXPECT_EQ(*this->first->numbers(1), 5u);
  auto second = this->place.holder();
  std::set<uint64_t> seen = {1, 2, 3, 4, 5};
  for (int i = 0; i < 10'000; ++i) {
    EXPECT_TRUE(seen.insert(*this->first->numbers(1)).second);
    EXPECT_TRUE(seen.insert(*second->numbers(1)).second);
  }
}

TYPED_TEST(StoreContract, WhatIsRecordedIsThere) {
  CampaignStore& store = *this->first;
  RunRecord bug = this->run_with(2);
  bug.outcome = {Outcome::Kind::bug, 0, BugKind::abort, "m", "t.c:1", {}, "abort@t.c:1"};
  bug.covered = {0, 2};
  bug.limitations = {{Reason::concretised, "t.c:4", "", 2}};
  RunRecord rejected = this->run_with(3);
  rejected.outcome.kind = Outcome::Kind::rejected;
  rejected.is_path = false;
  ASSERT_TRUE(store.put(std::vector<CoverageFamily>{{"lines", {{"t.c", 1, 0, "f"}}}}));
  ASSERT_TRUE(store.put(std::vector<CoverageFamily>{{"lines", {3, {"t.c", 1, 0, "f"}}}}));
  ASSERT_TRUE(store.put(std::vector<CoverageFamily>{{"lines", {{"t.c", 1, 0, "f"}}}}));
  this->begin();
  ASSERT_TRUE(this->one.record(bug, this->a));
  ASSERT_TRUE(this->one.record(rejected, this->b));
  ASSERT_TRUE(this->one.resolve(this->c, Limitation{Reason::solver_unknown, "t.c:5", "", 1}));
  auto state = store.load();
  ASSERT_TRUE(state) << state.error().message;
  EXPECT_EQ(state->identity.fingerprint, "f00d");
  EXPECT_EQ(state->last_run, 3u);
  EXPECT_EQ(state->open_items, 0u);
  EXPECT_THAT(state->covered, ElementsAre(0, 2));
  EXPECT_EQ(state->summary.coverage.at("lines").covered, 2u);
  EXPECT_EQ(state->summary.coverage.at("lines").total, 3u);
  EXPECT_EQ(state->summary.runs, 3u);
  EXPECT_EQ(state->summary.paths, 2u);
  EXPECT_EQ(state->summary.rejected, 1u);
  EXPECT_EQ(state->summary.incomplete.size(), 2u);
  ASSERT_EQ(state->tests.size(), 1u);
  EXPECT_EQ(state->tests[0].file, "tests/000002.json");
  ASSERT_EQ(state->summary.bugs.size(), 1u) << "though nobody has reported it yet";
  EXPECT_FALSE(state->summary.bugs[0].confirmed);
  EXPECT_EQ(*store.test(2), bug.test);
  EXPECT_FALSE(store.test(99));
}

TYPED_TEST(StoreContract, AConfirmedBugReplacesAnUnconfirmedOneOnly) {
  this->begin();
  BugReport bug{BugKind::abort, "of no run", "t.c:1", 7, "", false, "why", {}, {}, "k"};
  ASSERT_TRUE(this->first->put(bug));
  bug.message = "first";
  bug.run = 1;
  ASSERT_TRUE(this->first->put(bug));
  EXPECT_EQ(this->first->load()->summary.bugs.at(0).message, "first");
  bug.run = 7;
  bug.message = "again";
  ASSERT_TRUE(this->first->put(bug));
  EXPECT_EQ(this->first->load()->summary.bugs.at(0).message, "first");
  bug.run = 1;
  bug.message = "second";
  bug.confirmed = true;
  ASSERT_TRUE(this->first->put(bug));
  bug.message = "third";
  ASSERT_TRUE(this->first->put(bug));
  bug.key = "another";
  bug.message = "beside it";
  ASSERT_TRUE(this->first->put(bug));
  auto state = this->first->load();
  ASSERT_TRUE(state);
  std::set<std::string> messages;
  for (const BugReport& known : state->summary.bugs) messages.insert(known.message);
  EXPECT_THAT(messages, ElementsAre("beside it", "second"));
}

TYPED_TEST(StoreContract, TheSavedSummaryCountsUntilSomethingIsRecorded) {
  Summary summary;
  summary.seconds = 2.5;
  this->begin();
  ASSERT_TRUE(this->first->put(SummarySaved{summary}));
  EXPECT_TRUE(this->first->load()->saved);
  auto second = this->place.holder();
  TestHolder two(*second);
  ASSERT_TRUE(two.record(this->run_with(2)));
  ASSERT_TRUE(second->flush());
  auto state = this->first->load();
  EXPECT_FALSE(state->saved);
  EXPECT_EQ(state->summary.seconds, 2.5);
  ASSERT_TRUE(second->put(SummarySaved{summary}));
  ASSERT_TRUE(second->flush());
  ASSERT_TRUE(this->one.resolve(this->a));
  EXPECT_FALSE(this->first->load()->saved) << "the other one saved it before this was recorded";
}

TYPED_TEST(StoreContract, PartsAndTheStopReachEverybody) {
  auto second = this->place.holder();
  Summary part;
  part.divergences = 3;
  ASSERT_TRUE(second->put(SummaryPart{part}));
  ASSERT_TRUE(second->put(CampaignStopped{"enough"}));
  ASSERT_TRUE(second->put(SeedsRun{4}));
  ASSERT_TRUE(second->flush());
  auto state = this->first->load();
  ASSERT_EQ(state->parts.size(), 1u);
  EXPECT_EQ(state->parts[0].divergences, 3u);
  EXPECT_EQ(state->seeds_run, 4u);
  ASSERT_TRUE(this->first->put(SummarySaved{state->summary}));
  EXPECT_TRUE(this->first->load()->parts.empty()) << "they are in the summary now";
  EXPECT_EQ(this->first->demand()->stopped, "enough");
}

TYPED_TEST(StoreContract, AHolderHasWhatItOpensUntilItReleasesIt) {
  this->begin();
  auto second = this->place.holder();
  EXPECT_THAT(second->lease(10, 60)->items, ElementsAre());
  EXPECT_EQ(this->first->demand()->waiting, 1u);
  EXPECT_EQ(second->demand()->working, 1u);
  ASSERT_TRUE(this->first->release(this->one.token, {this->c.key, this->a.key}));
  ASSERT_TRUE(this->first->flush());
  EXPECT_EQ(this->first->demand()->free, 2u);
  EXPECT_THAT(second->lease(10, 60)->items, ElementsAre(this->a, this->c)) << "in order, whole";
  EXPECT_EQ(this->first->demand()->waiting, 0u);
  EXPECT_EQ(this->first->demand()->working, 1u);
  EXPECT_EQ(this->first->load()->open_items, 3u);
}

TYPED_TEST(StoreContract, NoMoreThanAskedFor) {
  this->begin();
  ASSERT_TRUE(this->first->release(this->one.token, {this->a.key, this->b.key, this->c.key}));
  ASSERT_TRUE(this->first->flush());
  auto second = this->place.holder();
  EXPECT_THAT(second->lease(0, 60)->items, ElementsAre());
  EXPECT_THAT(second->lease(2, 60)->items, ElementsAre(this->a, this->b));
  EXPECT_THAT(second->lease(2, 60)->items, ElementsAre(this->c));
}

TYPED_TEST(StoreContract, AnExpiredLeaseIsTakenOverAndALateHolderChangesNothing) {
  this->begin();
  auto second = this->place.holder();
  now += 59;
  EXPECT_THAT(second->lease(10, 60)->items, ElementsAre());
  now += 2;
  TestHolder two(*second);
  EXPECT_THAT(two.items, ElementsAre(this->a, this->b, this->c));
  // The first one wakes up and goes on with what it had, and with what it opens.
  const WorkItem below = item_at(2, 3, 1);
  ASSERT_TRUE(this->one.record(this->run_with(2), this->a, {below}));
  ASSERT_TRUE(this->one.record(this->run_with(3), below));
  ASSERT_TRUE(this->one.resolve(this->b, Limitation{Reason::solver_unknown, "", "", 1}));
  ASSERT_TRUE(this->first->release(this->one.token, {this->c.key}));
  ASSERT_TRUE(this->first->flush());
  EXPECT_FALSE(*this->first->extend(this->one.token, 60));
  ASSERT_TRUE(two.record(this->run_with(4), this->a));
  auto state = second->load();
  EXPECT_EQ(state->open_items, 2u);
  EXPECT_TRUE(state->summary.incomplete.empty());
  EXPECT_THAT(this->runs_of(*second), ElementsAre(1, 4));
  EXPECT_EQ(second->demand()->free, 0u);
  // It can begin anew.
  TestHolder again(*this->first);
  EXPECT_NE(again.token, this->one.token);
  ASSERT_TRUE(second->release(two.token, {this->b.key}));
  ASSERT_TRUE(second->flush());
  EXPECT_THAT(this->first->lease(5, 60)->items, ElementsAre(this->b));
}

TYPED_TEST(StoreContract, ALeaseThatNobodyTookOverIsStillGood) {
  this->begin();
  now += 1000;
  ASSERT_TRUE(this->one.record(this->run_with(2), this->a));
  EXPECT_TRUE(*this->first->extend(this->one.token, 60));
  auto second = this->place.holder();
  now += 59;
  EXPECT_THAT(second->lease(10, 60)->items, ElementsAre()) << "it was extended";
  EXPECT_THAT(this->runs_of(*this->first), ElementsAre(1, 2));
}

TYPED_TEST(StoreContract, WhoLeavesGivesBackWhatItHas) {
  this->begin();
  EXPECT_TRUE(*this->first->extend(this->one.token, 0));
  EXPECT_FALSE(*this->first->extend(this->one.token, 60));
  auto second = this->place.holder();
  EXPECT_THAT(second->lease(2, 60)->items, ElementsAre(this->a, this->b));
  EXPECT_THAT(this->first->lease(2, 60)->items, ElementsAre(this->c)) << "and may come again";
  second.reset();
  EXPECT_EQ(this->first->demand()->working, 0u);
  EXPECT_THAT(this->first->lease(2, 60)->items, ElementsAre(this->a, this->b));
}

TYPED_TEST(StoreContract, AStepIsOneThing) {
  this->begin();
  auto second = this->place.holder();
  Completion run, none;
  run.item = this->a.key;
  run.run = this->run_with(2);
  run.opens = {item_at(2, 7, 1), item_at(2, 8, 1)};
  none.item = this->b.key;
  none.why = Limitation{Reason::solver_unknown, "", "", 1};
  ASSERT_TRUE(this->first->complete(this->one.token, {run, none}));
  ASSERT_TRUE(this->first->flush());
  auto state = second->load();
  EXPECT_EQ(state->open_items, 3u);
  EXPECT_EQ(state->summary.runs, 2u);
  EXPECT_EQ(state->summary.incomplete.size(), 1u);
}

TYPED_TEST(StoreContract, ARunMayOpenAgainTheItemThatItCompletes) {
  this->begin();
  for (uint64_t run = 2; run <= 5; ++run) {
    WorkItem again = this->c;
    for (uint64_t known = 2; known <= run; ++known) again.siblings.push_back(1000 * known);
    ASSERT_TRUE(this->one.record(this->run_with(run), this->c, {again}));
    if (run == 3) {
      ASSERT_TRUE(this->first->flush());
    }
  }
  ASSERT_TRUE(this->first->release(this->one.token, {this->c.key}));
  ASSERT_TRUE(this->first->flush());
  auto second = this->place.holder();
  auto lease = second->lease(10, 60);
  ASSERT_EQ(lease->items.size(), 1u);
  EXPECT_THAT(lease->items[0].siblings, ElementsAre(4, 300, 2000, 3000, 4000, 5000));
}

TYPED_TEST(StoreContract, OpeningWhatIsThereChangesNothing) {
  this->begin();
  auto second = this->place.holder();
  TestHolder two(*second);
  WorkItem same = this->a;
  same.run = 9;
  ASSERT_TRUE(two.record(this->run_with(9), {}, {same}));
  ASSERT_TRUE(two.record(this->run_with(10), same, {item_at(10, 1, 1)}));
  ASSERT_TRUE(second->flush());
  EXPECT_EQ(this->first->load()->open_items, 3u);
  EXPECT_THAT(this->runs_of(*this->first), ElementsAre(1, 9)) << "the item is not its own";
  ASSERT_TRUE(this->one.record(this->run_with(2), this->a));
  EXPECT_EQ(this->first->load()->open_items, 2u);
}

TYPED_TEST(StoreContract, EachReadsTheInputsThatTheOtherDeclared) {
  auto second = this->place.holder();
  TestHolder two(*second);
  for (uint64_t run = 1; run <= 12; ++run) {
    TestHolder& holder = run % 2 == 0 ? this->one : two;
    ASSERT_TRUE(holder.record(this->run_with(run, "input" + std::to_string(run % 5))));
    ASSERT_TRUE(holder.store.flush());
  }
  for (uint64_t run = 1; run <= 12; ++run)
    for (CampaignStore* store : {this->first.get(), second.get()}) {
      auto test = store->test(run);
      ASSERT_TRUE(test) << test.error().message;
      EXPECT_EQ(*test, this->run_with(run, "input" + std::to_string(run % 5)).test);
    }
}

// Holders that lease, complete and release at random make a tree of 2^9 runs together.
TYPED_TEST(StoreContract, ManyHoldersAtOnceLoseNothingAndDoNothingTwice) {
  constexpr AlternativeId kLeaves = 1 << 9;
  const uint64_t root = *this->first->numbers(1);
  ASSERT_TRUE(this->one.record(this->run_with(root), {}, {item_at(root, 0, 1)}));
  ASSERT_TRUE(*this->first->extend(this->one.token, 0));
  std::vector<std::thread> threads;
  std::vector<std::unique_ptr<CampaignStore>> stores;
  for (int i = 0; i < 4; ++i) stores.push_back(this->place.holder());
  std::atomic<uint64_t> runs{0};
  for (auto& store : stores)
    threads.emplace_back([&] {
      while (runs < kLeaves - 1) {
        auto lease = store->lease(3, 1e9);
        ASSERT_TRUE(lease) << lease.error().message;
        for (const WorkItem& item : lease->items) {
          Completion step;
          step.item = item.key;
          const uint64_t number = *store->numbers(1);
          step.run = this->run_with(number);
          for (AlternativeId child : {2 * item.alternative, 2 * item.alternative + 1})
            if (child < kLeaves) step.opens.push_back(item_at(number, 0, child));
          std::vector<ItemKey> opened;
          for (const WorkItem& open : step.opens) opened.push_back(open.key);
          ASSERT_TRUE(store->complete(lease->token, {step}));
          ASSERT_TRUE(store->release(lease->token, opened));
          ++runs;
        }
      }
    });
  for (auto& thread : threads) thread.join();
  for (auto& store : stores) ASSERT_TRUE(store->flush());
  auto state = this->first->load();
  EXPECT_EQ(runs, kLeaves - 1);
  EXPECT_EQ(state->summary.runs, 1 + (kLeaves - 1));
  EXPECT_EQ(state->open_items, 0u);
}

}  // namespace
}  // namespace cuttle
