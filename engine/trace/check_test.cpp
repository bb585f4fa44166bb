// SPDX-License-Identifier: Apache-2.0
#include "engine/trace/check.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <functional>
#include <random>

#include "engine/trace/save.h"
#include "engine/trace/test_trace.h"

namespace cuttle {
namespace {

class CheckTest : public ::testing::Test {
 protected:
  // A sound trace with something in every area.
  CheckTest() {
    trace.module(std::string("\0f.c\0f", 7),
                 {{1, 5, 3, 1, CUTTLE_SITE_SWITCH, 0, 2, CUTTLE_NONE, 2, 0},
                  {1, 5, 4, 1, CUTTLE_SITE_BRANCH, 0, 0, 0, 2, 0}},
                 {{CUTTLE_POINT_ARM, 1, 0, 1, 5, 0, 1, 0}, {CUTTLE_POINT_ARM, 1, 1, 1, 5, 0, 0, 0}},
                 {{10, 0, 0}, {20, 0, 0}}, {4});
    cuttle_trace_begin_run(header());
    header()->features_given = CUTTLE_FEATURE_RACES | CUTTLE_FEATURE_ACCESSES |
                               CUTTLE_FEATURE_SEGMENTS | CUTTLE_FEATURE_RESULTS;
    trace.threads(3);
    x = trace.input("x", 32, "int");
    five = trace.constant(32, 5);
    less = trace.node(CUTTLE_OP_SLT, 1, x, five);
    trace.record({CUTTLE_RACE, 0, 1, 2, 0, 1, 0b011, 0, 0});
    trace.record({CUTTLE_SYNC, CUTTLE_SYNC_LOCK, 1, 2, 7, 0, 0, 0, 0});
    ++header()->choices_total;
    trace.choice(CUTTLE_CHOICE_BRANCH, 2, less, 1, 1, 1);
    trace.choice(CUTTLE_CHOICE_SWITCH, 1, x, 1, 0, 1);
    term = cuttle_add_blob(header(), CUTTLE_BLOB_TERM, "ok", 2);
    trace.record({CUTTLE_RESULT, CUTTLE_RESULT_VALUE, 0, 0, term, 0, 0, 0, 0});
    trace.record({CUTTLE_ACCESS, CUTTLE_ACCESS_READ, 0, 0, 1, 0, 0, 4, 0});
    trace.limitation(CUTTLE_REASON_EXTERNAL_CALL, 2, "sin", 1);
  }
  CuttleTraceHeader* header() { return trace.memory->header(); }
  std::span<const uint8_t> bytes() { return {reinterpret_cast<const uint8_t*>(header()), size_}; }
  template <typename T>
  T& element(CuttleAreaId area, uint32_t index) {
    return static_cast<T*>(cuttle_area(header(), area))[index];
  }
  CuttleNode& node(uint32_t id) { return element<CuttleNode>(CUTTLE_AREA_NODES, id); }
  CuttleRecord& record(uint32_t i) { return element<CuttleRecord>(CUTTLE_AREA_RECORDS, i); }
  std::string all() {
    std::string text;
    for (const std::string& problem : check_trace(bytes()).problems) text += problem + "\n";
    return text;
  }
  // After the damage one of the problems is this one; then the damage is taken back.
  template <typename T>
  void expect(T& field, T wrong, const std::string& problem) {
    const T right = field;
    field = wrong;
    EXPECT_NE(all().find(problem), std::string::npos) << "wanted: " << problem << "\n" << all();
    field = right;
  }

  TestTrace trace;
  const uint64_t size_ = trace.memory->header()->total_size;
  uint32_t x = 0, five = 0, less = 0, term = 0;
};

TEST_F(CheckTest, ASoundTraceHasNoProblems) {
  EXPECT_EQ(all(), "");
  const TraceCheck check = check_trace(bytes());
  EXPECT_TRUE(check.ok());
  EXPECT_EQ(
      to_string(check),
      "run 1: 1 modules, 2 sites, 1 inputs, 3 nodes, 6 records (3 choices), 3 threads, 1 inputs "
      "read, 1 limitations");
}

TEST_F(CheckTest, SaysWhatIsWrongWithTheHeader) {
  expect(header()->magic, uint64_t{1}, "this is no trace");
  expect(header()->version, 2u, "the version is 2, not 3");
  expect(header()->total_size, ~uint64_t{0}, "bytes");
  expect(header()->areas[CUTTLE_AREA_NODES].offset, uint64_t{1} << 60,
         "area nodes: it does not lie");
  expect(header()->areas[CUTTLE_AREA_READS].offset, header()->areas[CUTTLE_AREA_NODES].offset,
         "areas nodes and reads overlap");
  expect(header()->areas[CUTTLE_AREA_READS].count, 1000u, "area reads: its count 1000 is above");
  expect(header()->areas[CUTTLE_AREA_READS].element_size, 8u, "area reads: elements have 8 bytes");
  expect(header()->areas[CUTTLE_AREA_NODE_BUCKETS].capacity, 1000u, "power of two");
  EXPECT_NE(check_trace(bytes().first(100)).problems.at(0).find("fewer than the header"),
            std::string::npos);
}

TEST_F(CheckTest, SaysWhatIsWrongWithExpressions) {
  expect(node(less).a, less, "node 3: argument 3 is no earlier node");
  expect(node(less).op, uint8_t{99}, "node 3: there is no operation 99");
  expect(node(less).width, uint16_t{32}, "node 3: the widths do not fit");
  expect(node(less).c, 1u, "node 3: a field that it does not use is not 0");
  expect(node(less).depth, 5u, "node 3: its depth is 5, not 2");
  expect(node(less).next, less, "node 3: it is in the chains twice");
  expect(node(five).value, uint64_t{1} << 40, "node 2: its value has more bits");
  expect(node(five).value, uint64_t{6}, "not of its own");
  expect(node(x).width, uint16_t{CUTTLE_INTEGER}, "node 1: the widths do not fit");
  CuttleNode copy = node(less);
  trace.append(CUTTLE_AREA_NODES, copy);
  EXPECT_NE(all().find("node 4: it is the same as node 3; equal nodes must be one"),
            std::string::npos);
  EXPECT_NE(all().find("node 4: it is not in the chain"), std::string::npos);
}

TEST_F(CheckTest, SaysWhatIsWrongWithInputs) {
  auto& variable = element<CuttleVariable>(CUTTLE_AREA_VARIABLES, 1);
  expect(variable.width, 65u, "variable 1: width 65");
  expect(variable.hash, 0u, "variable 1: the hash is not that");
  expect(variable.name, 100'000u, "variable 1: its name is no string");
  expect(variable.node, five, "variable 1: its node 2 is another one");
  auto& read = element<CuttleRead>(CUTTLE_AREA_READS, 0);
  expect(read.variable, 9u, "input read 0: there is no variable 9");
  expect(read.value, uint64_t{3}, "input read 0: the value is not the one that the engine gave");
  auto& last = element<char>(CUTTLE_AREA_STRINGS, header()->areas[CUTTLE_AREA_STRINGS].count - 1);
  expect(last, 'x', "strings: the last one is not terminated");
}

TEST_F(CheckTest, SaysWhatIsWrongWithRecords) {
  expect(record(2).kind, uint8_t{7}, "record 2: there is no kind 7");
  expect(record(2).thread, uint16_t{3}, "record 2: there is no thread 3");
  expect(record(2).site, 3u, "record 2: there is no site 3");
  expect(record(2).a, 0u, "record 2: its condition is no node");
  expect(record(2).a, x, "record 2: its condition is not one bit wide");
  expect(record(2).b, 0u, "record 2: taken is not the condition's value");
  expect(record(3).site, 2u, "record 3: its site is no switch");
  expect(record(3).b, 2u, "record 3: there is no such arm");
  expect(record(0).value, uint64_t{0b1001}, "record 0: the thread that ran is not among");
  expect(record(0).value, uint64_t{0b1010}, "record 0: a thread that could run is not in");
  expect(record(0).b, 2u, "record 0: b is not the thread's name");
  expect(record(0).clock, 4u, "record 0: clock is not the number of races");
  expect(record(0).a, term, "record 0: a is no blob of threads");
  expect(record(1).flags, uint8_t{0}, "record 1: there is no such operation");
  expect(record(4).a, 12u, "record 4: a is no blob");
  expect(record(5).aux, 0u, "record 5: an access has at least one byte");
  expect(header()->features_given, uint32_t{CUTTLE_FEATURE_RACES},
         "record 4: features_given does not have results");
  expect(header()->limits.choices, 2u, "more than limits.choices");
  expect(element<CuttleThreadRecord>(CUTTLE_AREA_THREADS, 2).name, 5u, "thread 2: its name is not");
  expect(element<CuttleThreadRecord>(CUTTLE_AREA_THREADS, 2).parent, 2u, "thread 2: its parent");
  expect(element<CuttleLimitation>(CUTTLE_AREA_LIMITATIONS, 0).reason, 17u,
         "limitation 0: there is no reason 17");
  expect(header()->outcome.kind, 9u, "outcome: there is no such kind");
}

TEST_F(CheckTest, SaysWhatIsWrongWithModules) {
  auto& module = element<CuttleModuleRecord>(CUTTLE_AREA_MODULES, 0);
  expect(module.sites_at, uint64_t{0}, "module 0: its sites are not in the module data");
  expect(module.site_count, 3u, "module 0: its sites are beyond site_count");
  expect(module.first_coverage, 9u, "module 0: its points are beyond");
  expect(module.strings_size, 6u, "module 0: the last of its strings is not terminated");
  auto* site = reinterpret_cast<CuttleSite*>(reinterpret_cast<char*>(header()) + module.sites_at);
  expect(site[0].file, 100u, "module 0: site 0: its file or function is no string");
  expect(site[0].case_count, 9u, "module 0: site 0: its cases are not there");
  expect(site[0].arm_count, 1u, "module 0: site 0: case 0 has no arm");
  expect(site[1].kind, 9u, "module 0: site 1: there is no kind 9");
}

TEST_F(CheckTest, ManyProblemsAreCountedAndSomeShown) {
  for (int i = 0; i < 100; ++i) trace.record({200, 0, 9, 9, 0, 0, 0, 0, 0});
  const TraceCheck check = check_trace(bytes());
  EXPECT_EQ(check.problems.size(), TraceCheck::kMostProblems);
  EXPECT_EQ(check.found, 300u);
}

TEST_F(CheckTest, AFileIsCheckedAsItsMappingIs) {
  const auto file = std::filesystem::temp_directory_path() /
                    ("cuttle-check-" + std::to_string(getpid()) + ".trace");
  ASSERT_TRUE(save_trace(*trace.memory, file));
  auto check = check_trace_file(file);
  ASSERT_TRUE(check);
  EXPECT_TRUE(check->ok());
  EXPECT_EQ(check->records, 6u);
  record(2).kind = 7;
  ASSERT_TRUE(save_trace(*trace.memory, file));
  EXPECT_FALSE(check_trace_file(file)->ok());
  std::filesystem::resize_file(file, 10);
  EXPECT_FALSE(check_trace_file(file)->ok());
  std::filesystem::remove(file);
  EXPECT_FALSE(check_trace_file(file));
}

TEST_F(CheckTest, SurvivesGarbage) {
  std::mt19937_64 random(3);
  const std::vector<uint8_t> sound(bytes().begin(), bytes().end());
  for (int round = 0; round < 300; ++round) {
    std::vector<uint8_t> copy = sound;
    for (int i = 0; i < 500; ++i) copy[random() % copy.size()] = static_cast<uint8_t>(random() % 8);
    const size_t interesting = round % 2 ? offsetof(CuttleTraceHeader, outcome) : copy.size();
    for (int i = 0; i < 5; ++i)
      copy[24 + random() % (interesting - 24)] = static_cast<uint8_t>(random());
    for (const CuttleArea& area : header()->areas)
      if (area.count != 0)
        copy[area.offset + random() % (uint64_t{area.count} * area.element_size)] ^=
            static_cast<uint8_t>(random());
    const TraceCheck check = check_trace(copy);
    EXPECT_LE(check.problems.size(), TraceCheck::kMostProblems);
  }
}

}  // namespace
}  // namespace cuttle
