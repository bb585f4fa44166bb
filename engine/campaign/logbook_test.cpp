// SPDX-License-Identifier: Apache-2.0
#include "engine/campaign/logbook.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/campaign/memory_store.h"

namespace cuttle {
namespace {

using testing::ElementsAre;

TEST(Logbook, RunsBecomeStepsAndTheNextProcessGetsWhatIsLeft) {
  auto contents = std::make_shared<MemoryContents>();
  {
    auto campaign = open_logbook(std::make_unique<MemoryStore>(contents));
    ASSERT_TRUE(campaign);
    RunRecord run;
    run.run = 1;
    run.opens = {{1, 4, kAnyOther, {}}, {1, 2, 1, {}}, {1, 3, 0, {}}};
    ASSERT_TRUE((*campaign)->record(run));
    run.run = 2;
    run.resolves = StoredFlip{1, 4, kAnyOther, {}};
    run.opens = {{1, 4, kAnyOther, {2}}, {2, 5, 1, {}}};
    ASSERT_TRUE((*campaign)->record(run));
    ASSERT_TRUE((*campaign)->resolve({1, 3, 0, {}}, Limitation{Reason::solver_unknown, "t.c:1"}));
    EXPECT_TRUE((*campaign)->load()->frontier.empty()) << "of the beginning";
    EXPECT_EQ(contents->strays, 0u);
  }
  auto campaign = open_logbook(std::make_unique<MemoryStore>(contents));
  ASSERT_TRUE(campaign);
  auto state = (*campaign)->load();
  ASSERT_TRUE(state);
  EXPECT_THAT(state->frontier,
              ElementsAre(StoredFlip{1, 2, 1, {}}, StoredFlip{1, 4, kAnyOther, {2}},
                          StoredFlip{2, 5, 1, {}}));
  EXPECT_EQ(state->summary.runs, 2u);
  EXPECT_EQ(state->summary.incomplete.size(), 1u);
  EXPECT_EQ(state->open_items, 3u);
}

}  // namespace
}  // namespace cuttle
