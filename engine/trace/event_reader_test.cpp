// SPDX-License-Identifier: Apache-2.0
#include "engine/trace/event_reader.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "engine/trace/reader.h"
#include "engine/trace/test_trace.h"

namespace cuttle {
namespace {

class EventReaderTest : public ::testing::Test {
 protected:
  EventReaderTest() { reader.prepare({}); }
  Execution read() {
    Execution execution;
    reader.read(execution);
    return execution;
  }
  CuttleRecord race(uint16_t thread, uint64_t enabled, uint32_t step, uint32_t others = 0) {
    return {CUTTLE_RACE, 0, thread, 0, others, cuttle_thread_name(0, thread), enabled, 0, step};
  }
  static CuttleRecord lock(uint16_t thread, uint32_t mutex) {
    return {CUTTLE_SYNC, CUTTLE_SYNC_LOCK, thread, 0, mutex, 0, 0, 0, 0};
  }
  static CuttleRecord write(uint16_t thread, uint32_t object, uint64_t value) {
    return {CUTTLE_ACCESS, CUTTLE_ACCESS_WRITE, thread, 0, object, 8, value, 4, 0};
  }
  // The record is refused: it and what follows are left out.
  void expect_damaged(const CuttleRecord& record) {
    reader.prepare({});
    trace.threads(3);
    trace.record(lock(0, 1));
    trace.record(record);
    trace.record(lock(0, 2));
    const Execution run = read();
    EXPECT_EQ(run.log.events.size(), 1u);
    EXPECT_TRUE(run.choices.empty());
    EXPECT_TRUE(run.truncated);
    ASSERT_EQ(run.limitations.size(), 1u);
    EXPECT_EQ(run.limitations[0].reason, Reason::trace_damaged);
  }
  uint32_t thread_blob(std::vector<uint32_t> threads) {
    return cuttle_add_blob(trace.memory->header(), CUTTLE_BLOB_THREADS, threads.data(),
                           static_cast<uint32_t>(threads.size() * 4));
  }

  ExprPool pool;
  TestTrace trace;
  ProgramTables tables;
  TraceReader reader{pool, *trace.memory, tables};
};

TEST_F(EventReaderTest, ASequentialRunHasNoEvents) {
  trace.choice(CUTTLE_CHOICE_BRANCH, 0, trace.input("b", 1), 0);
  const Execution run = read();
  EXPECT_EQ(run.choices.size(), 1u);
  EXPECT_TRUE(run.log.threads.empty());
  EXPECT_TRUE(run.log.events.empty());
}

TEST_F(EventReaderTest, ARaceListsWhoElseCouldHaveRun) {
  trace.threads(3);
  trace.record(race(1, 0b111, 0));
  trace.record(lock(1, 7));
  trace.choice(CUTTLE_CHOICE_BRANCH, 0, trace.input("b", 1), 0, 0, 1);
  trace.record(race(2, 0b100, 1));
  trace.record(write(2, 9, 42));
  const Execution run = read();
  ASSERT_FALSE(run.truncated);
  ASSERT_EQ(run.choices.size(), 3u);
  EXPECT_EQ(run.choices[0].kind, ChoiceKind::race);
  EXPECT_EQ(run.choices[0].site, 0u);
  EXPECT_EQ(run.choices[0].taken, 1u);
  EXPECT_TRUE(pool.is_true(run.choices[0].condition));
  EXPECT_TRUE(run.choices[0].flippable);
  const auto others = run.others(run.choices[0]);
  ASSERT_EQ(others.size(), 2u);
  EXPECT_EQ(others[0].id, 0u);
  EXPECT_EQ(others[1].id, 2u);
  EXPECT_EQ(run.choices[1].kind, ChoiceKind::branch);
  EXPECT_FALSE(run.choices[2].flippable);  // nobody else
  EXPECT_EQ(run.choices[2].taken, 2u);
}

TEST_F(EventReaderTest, EventsStandBehindTheirChoice) {
  trace.threads(3);
  trace.record(race(1, 0b111, 0));
  trace.record(lock(1, 7));
  trace.choice(CUTTLE_CHOICE_BRANCH, 0, trace.input("b", 1), 0, 0, 1);
  trace.record(race(2, 0b111, 1));
  trace.record(write(2, 9, 42));
  trace.record({CUTTLE_SEGMENT, 0, 2, 0, 5, 0, 0, 0, 0});
  const EventLog log = read().log;
  ASSERT_EQ(log.events.size(), 3u);
  ASSERT_EQ(log.behind(0).size(), 1u);
  EXPECT_EQ(log.behind(0)[0].sync(), Sync::lock);
  EXPECT_EQ(log.behind(0)[0].object, 7u);
  EXPECT_TRUE(log.behind(1).empty());
  ASSERT_EQ(log.behind(2).size(), 2u);
  const RunEvent& access = log.behind(2)[0];
  EXPECT_EQ(access.kind, RunEvent::Kind::access);
  EXPECT_EQ(access.how, RunEvent::kWrite);
  EXPECT_EQ(access.thread, 2u);
  EXPECT_EQ(access.object, 9u);
  EXPECT_EQ(access.other, 8u);
  EXPECT_EQ(access.size, 4u);
  EXPECT_EQ(access.value, 42u);
  EXPECT_EQ(log.behind(2)[1].kind, RunEvent::Kind::segment);
}

TEST_F(EventReaderTest, ManyThreadsAreListedInABlob) {
  trace.threads(70);
  trace.record(race(66, 1, 0, thread_blob({64, 66, 69})));
  const Execution run = read();
  ASSERT_EQ(run.choices.size(), 1u);
  EXPECT_EQ(run.choices[0].taken, cuttle_thread_name(0, 66));
  const auto others = run.others(run.choices[0]);
  ASSERT_EQ(others.size(), 3u);
  EXPECT_EQ(others[0].id, 0u);
  EXPECT_EQ(others[1].id, cuttle_thread_name(0, 64));
  EXPECT_EQ(others[2].id, cuttle_thread_name(0, 69));
}

TEST_F(EventReaderTest, BlobsAreSharedAndTyped) {
  const uint32_t term = cuttle_add_blob(trace.memory->header(), CUTTLE_BLOB_TERM, "{ok,1}", 6);
  for (int i = 0; i < 2; ++i)
    trace.record({CUTTLE_RESULT, CUTTLE_RESULT_VALUE, 0, 0, term, 0, 0, 0, 0});
  trace.record({CUTTLE_RESULT, CUTTLE_RESULT_CLAUSE, 0, 0, 0, 0, 3, 0, 0});
  const EventLog log = read().log;
  ASSERT_EQ(log.events.size(), 3u);
  ASSERT_EQ(log.blobs.size(), 1u);
  EXPECT_EQ(log.blobs[0].kind, RunBlob::Kind::term);
  EXPECT_EQ(log.blobs[0].bytes, "{ok,1}");
  EXPECT_EQ(log.events[1].blob, 0u);
  EXPECT_EQ(log.events[2].blob, RunEvent::kNoBlob);
  EXPECT_EQ(log.events[2].value, 3u);
}

TEST_F(EventReaderTest, TheScheduleReachesTheProgram) {
  TestCase test;
  test.schedule.steps = {0, 2, 1};
  reader.prepare(test);
  ASSERT_EQ(trace.memory->count(CUTTLE_AREA_SCHEDULE), 3u);
  const auto step = *trace.memory->get<CuttleStep>(CUTTLE_AREA_SCHEDULE, 1);
  EXPECT_EQ(step.kind, CUTTLE_STEP_RUN);
  EXPECT_EQ(step.thread, 2u);
  test.schedule.asleep = {4};
  test.schedule.policy = {SchedulePolicy::Kind::pct, 0x100000007, 3, 99};
  reader.prepare(test);
  ASSERT_EQ(trace.memory->count(CUTTLE_AREA_SCHEDULE), 5u);
  const auto sleeper = *trace.memory->get<CuttleStep>(CUTTLE_AREA_SCHEDULE, 3);
  EXPECT_EQ(sleeper.kind, CUTTLE_STEP_ASLEEP);
  EXPECT_EQ(sleeper.thread, 4u);
  EXPECT_EQ(sleeper.from, 3u);
  const auto policy = *trace.memory->get<CuttleStep>(CUTTLE_AREA_SCHEDULE, 4);
  EXPECT_EQ(policy.kind, CUTTLE_STEP_POLICY);
  EXPECT_EQ(policy.operation, CUTTLE_POLICY_PCT);
  EXPECT_EQ(policy.from, 7u);
  EXPECT_EQ(policy.to, 1u);
  EXPECT_EQ(policy.b, 99u);
  reader.prepare({});
  EXPECT_EQ(trace.memory->count(CUTTLE_AREA_SCHEDULE), 0u);
  test.schedule.steps.assign(1000, 1);
  reader.prepare(test);
  EXPECT_EQ(read().limitations.at(0).reason, Reason::trace_full);
}

TEST_F(EventReaderTest, WhatMakesNoSenseEndsTheStream) {
  expect_damaged({15, 0, 0, 0, 0, 0, 0, 0, 0});
  expect_damaged({21, 0, 0, 0, 0, 0, 0, 0, 0});
  expect_damaged(lock(3, 1));                                 // no such thread
  expect_damaged(race(1, 0b1111, 0));                         // nor here
  expect_damaged(race(1, 0b101, 0));                          // could not run itself
  expect_damaged(race(1, 0b111, 1));                          // another step
  expect_damaged({CUTTLE_RACE, 0, 1, 0, 0, 2, 0b111, 0, 0});  // another's name
  expect_damaged(race(1, 0b111, 0, 8));                       // no such blob
  expect_damaged({CUTTLE_ACCESS, CUTTLE_ACCESS_ATOMIC, 0, 0, 1, 0, 0, 4, 0});
  expect_damaged({CUTTLE_ACCESS, CUTTLE_ACCESS_READ, 0, 0, 1, 0, 0, 0, 0});
  expect_damaged({CUTTLE_SYNC, 0, 0, 0, 1, 0, 0, 0, 0});
  expect_damaged({CUTTLE_SYNC, CUTTLE_SYNC_BLOCKED + 1, 0, 0, 1, 0, 0, 0, 0});
  expect_damaged({CUTTLE_SYNC, CUTTLE_SYNC_FORK, 0, 0, 0, 3, 0, 0, 0});
  expect_damaged({CUTTLE_RESULT, CUTTLE_RESULT_VALUE, 0, 0, 12, 0, 0, 0, 0});
}

TEST_F(EventReaderTest, AThreadComesAfterItsParent) {
  trace.append(CUTTLE_AREA_THREADS, CuttleThreadRecord{0, 0, 0, 0});
  trace.append(CUTTLE_AREA_THREADS, CuttleThreadRecord{1, 1, 1, 0});
  trace.record(lock(0, 1));
  const Execution run = read();
  EXPECT_TRUE(run.truncated);
  EXPECT_TRUE(run.log.events.empty());
}

// Random bytes in the stream, the threads and the blobs: never a crash, and what is read is sound.
TEST_F(EventReaderTest, SurvivesGarbage) {
  std::mt19937_64 random(7);
  constexpr uint8_t kinds[] = {1, 2, 5, 16, 16, 17, 18, 19, 20, 20};
  for (int round = 0; round < 2000; ++round) {
    reader.prepare({});
    trace.threads(1 + random() % 70);
    for (int i = 0; i < 4; ++i)
      thread_blob({static_cast<uint32_t>(64 + random() % 4), static_cast<uint32_t>(random() % 80)});
    for (int i = 0; i < 30; ++i) {
      CuttleRecord record;
      auto* bytes = reinterpret_cast<uint8_t*>(&record);
      for (size_t b = 0; b < sizeof record; ++b)
        bytes[b] = random() % 3 ? 0 : static_cast<uint8_t>(random() % 70);
      record.kind = random() % 20 ? kinds[random() % std::size(kinds)] : record.kind;
      record.clock = random() % 8 ? static_cast<uint32_t>(i) : record.clock;
      trace.record(record);
    }
    auto* all = reinterpret_cast<uint8_t*>(trace.memory->header());
    for (const int area : {CUTTLE_AREA_RECORDS, CUTTLE_AREA_THREADS, CUTTLE_AREA_BLOBS}) {
      const CuttleArea& place = trace.memory->header()->areas[area];
      for (int i = 0; i < round % 5; ++i)
        all[place.offset + random() % 200] = static_cast<uint8_t>(random());
      if (round % 7 == 0)
        trace.memory->header()->areas[area].count = static_cast<uint32_t>(random());
    }
    trace.memory->header()->features_given = static_cast<uint32_t>(random());
    const Execution run = read();
    for (const Choice& choice : run.choices)
      for (const Alternative& other : run.others(choice)) EXPECT_NE(other.id, choice.taken);
    for (const RunEvent& event : run.log.events) {
      EXPECT_LT(event.thread, std::max<size_t>(run.log.threads.size(), 1));
      EXPECT_LE(event.choice, run.choices.size());
      EXPECT_TRUE(event.blob == RunEvent::kNoBlob || event.blob < run.log.blobs.size());
    }
  }
}

TEST(ThreadNames, TellCreationPathsApart) {
  EXPECT_EQ(cuttle_thread_name(0, 1), 1u);
  EXPECT_EQ(cuttle_thread_name(2, 9), 0x291u);
  EXPECT_EQ(cuttle_thread_name(0, 64), 0x980u);
  EXPECT_EQ(cuttle_thread_name(0x1234567, 7), 0x12345677u);
  EXPECT_EQ(cuttle_thread_name(0x1234567, 8), 0u);  // no room
  std::map<uint32_t, std::pair<uint32_t, uint32_t>> seen;
  for (uint32_t parent = 0; parent < 100; ++parent)
    for (uint32_t child = 1; child < 100; ++child) {
      const uint32_t name =
          cuttle_thread_name(parent == 0 ? 0 : cuttle_thread_name(0, parent), child);
      EXPECT_TRUE(seen.try_emplace(name, parent, child).second) << name;
    }
}

}  // namespace
}  // namespace cuttle
