// SPDX-License-Identifier: Apache-2.0
// How many runs programs of the literature take.
#include "engine/trials/campaign.h"

namespace cuttle::trials {
namespace {

void expect_runs(const Program& program, uint64_t runs, const std::string& what) {
  const Explored all = explore_all(program);
  EXPECT_EQ(all.summary.runs, runs) << what;
  EXPECT_EQ(std::set<std::string>(all.classes.begin(), all.classes.end()).size(), runs) << what;
  EXPECT_EQ(all.redundant, 0u) << what;
  EXPECT_EQ(all.summary.divergences, 0u) << what;
  EXPECT_EQ(all.summary.duplicate_paths, 0u) << what;
  EXPECT_TRUE(all.summary.exhausted) << what;
}

TEST(Counts, ThePaper) {
  expect_runs(figure_21(), 2, "figure 21");
  expect_runs(figure_22(), 1, "figure 22");
  expect_runs(section_8(), 3, "section 8");
  expect_runs(figure_2(), 4, "figure 2");
  const Explored figure = explore_all(figure_2());
  ASSERT_EQ(figure.summary.bugs.size(), 2u) << "the race, and what it leads to";
  EXPECT_TRUE(std::any_of(figure.summary.bugs.begin(), figure.summary.bugs.end(),
                          [](const BugReport& bug) { return bug.message == "figure 2"; }));
}

TEST(Counts, WritersAndReaders) {
  uint64_t factorial = 2;
  for (unsigned n = 3; n <= 6; ++n)
    expect_runs(writers(n), factorial *= n, "writers " + std::to_string(n));
  for (unsigned n : {2u, 4u, 8u, 10u})
    expect_runs(readers(n), uint64_t{1} << n, "readers " + std::to_string(n));
}

TEST(Counts, Benchmarks) {
  uint64_t runs = 1;
  for (unsigned n = 11; n <= 14; ++n, runs *= 8)
    expect_runs(indexer(n), runs, "indexer " + std::to_string(n));
  expect_runs(file_system(13), 1, "file system 13");
  expect_runs(file_system(14), 2, "file system 14");
  expect_runs(file_system(16), 8, "file system 16");
  expect_runs(file_system(18), 32, "file system 18");
  expect_runs(last_zero(3), 12, "last zero 3");
  expect_runs(last_zero(5), 64, "last zero 5");
  expect_runs(last_zero(8), 704, "last zero 8");
}

TEST(Counts, Locks) {
  uint64_t factorial = 1;
  for (unsigned n = 2; n <= 5; ++n)
    expect_runs(increments(n), factorial *= n, "increments " + std::to_string(n));
  expect_runs(account(2), 4, "account 2");
  expect_runs(account(3), 36, "account 3");
  expect_runs(account(4), 576, "account 4");
  expect_runs(philosophers(2, false), 3, "philosophers 2");
  expect_runs(philosophers(3, false), 7, "philosophers 3");
  expect_runs(philosophers(3, true), 6, "philosophers 3, ordered");
  expect_runs(opposite_locks(false), 3, "opposite locks");
}

TEST(Counts, Conditions) {
  expect_runs(buffer(2, BufferBug::none), 56, "buffer");
  expect_runs(buffer(2, BufferBug::wrong_condition), 60, "buffer, wrong condition");
  expect_runs(buffer(2, BufferBug::if_for_while), 56, "buffer, if for while");
}

}  // namespace
}  // namespace cuttle::trials
