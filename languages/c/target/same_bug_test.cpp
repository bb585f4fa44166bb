// SPDX-License-Identifier: Apache-2.0
#include "languages/c/target/same_bug.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <set>

#include "engine/process/ending.h"
#include "languages/c/runtime/complaints.h"
#include "languages/c/target/classify.h"

namespace cuttle {
namespace {

Outcome bug(BugKind kind, const std::string& location, std::vector<std::string> stack = {},
            const std::string& message = "m") {
  Outcome outcome = bug_outcome(kind, message);
  outcome.location = location;
  outcome.stack = std::move(stack);
  return outcome;
}

bool confirms(const Outcome& expected, const Outcome& found, const std::string& said = {}) {
  const Confirmation result = compare_outcomes(expected, {found, said});
  EXPECT_EQ(result.confirmed, result.why.empty()) << result.why;
  return result.confirmed;
}

std::vector<BugKind> all_kinds() {
  std::vector<BugKind> kinds;
  for (const BugKindRow& row : common_bug_kinds()) kinds.emplace_back(row.name);
  return kinds;
}

TEST(SameBug, NeedsTheSameKindAtTheSamePlace) {
  for (const BugKind& kind : all_kinds()) {
    const Outcome expected = bug(kind, "f.c:9", {"f at f.c:9", "main at f.c:20"});
    EXPECT_TRUE(confirms(expected, expected)) << kind.name();
    EXPECT_FALSE(confirms(expected, lost_outcome("could not start"))) << kind.name();
    if (kind == BugKind::data_race) continue;
    EXPECT_FALSE(confirms(expected, Outcome{})) << kind.name();
    if (kind == BugKind::deadlock) continue;
    EXPECT_FALSE(confirms(expected, bug(kind, "f.c:7", {"g at f.c:7", "run at f.c:30"})))
        << kind.name();
  }
}

// Nobody watches for races in a plain program, and who notices a deadlock is who came last.
TEST(SameBug, OrdersOfThreadsHaveRulesOfTheirOwn) {
  const Outcome race = bug(BugKind::data_race, "f.c:9", {});
  EXPECT_TRUE(confirms(race, Outcome{}));
  EXPECT_FALSE(confirms(race, Outcome{}, CUTTLE_COMPLAINT_MISFIT));
  EXPECT_TRUE(confirms(bug(BugKind::deadlock, "f.c:9", {"f at f.c:9"}),
                       bug(BugKind::deadlock, "f.c:7", {"g at f.c:7"})));
}

// All pairs: which failures of the plain program can stand for which others, at the same place.
TEST(SameBug, FewKindsStandForAnother) {
  const std::set<BugKind> accesses = {BugKind::segfault, BugKind::out_of_bounds,
                                      BugKind::use_after_free};
  const std::set<BugKind> dies = {BugKind::assertion, BugKind::error_call,
                                  BugKind::uncaught_exception};
  for (const BugKind& expected : all_kinds()) {
    if (expected == BugKind::data_race) continue;
    for (const BugKind& found : all_kinds()) {
      const bool same =
          expected == found || (accesses.contains(expected) && accesses.contains(found)) ||
          ((accesses.contains(expected) || dies.contains(expected)) && found == BugKind::abort) ||
          (expected == BugKind::overflow && found == BugKind::division_by_zero);
      EXPECT_EQ(
          confirms(bug(expected, "f.c:9", {"f at f.c:9"}), bug(found, "f.c:9", {"f at f.c:9"})),
          same)
          << expected.name() << " by " << found.name();
    }
  }
}

TEST(SameBug, AnotherLineOfTheFunctionIsAnotherPlace) {
  EXPECT_FALSE(confirms(bug(BugKind::segfault, "f.c:9", {"main at f.c:9"}),
                        bug(BugKind::segfault, "f.c:8", {"main at f.c:8"})));
  EXPECT_FALSE(confirms(bug(BugKind::segfault, "f.c:9"), bug(BugKind::segfault, "f.c:99")));
  EXPECT_FALSE(confirms(bug(BugKind::segfault, "f.c:9"), bug(BugKind::segfault, "xf.c:9")));
}

TEST(SameBug, FilesHaveSeveralNames) {
  EXPECT_TRUE(confirms(bug(BugKind::abort, "src/f.c:9"), bug(BugKind::abort, "/a/src/f.c:9")));
  EXPECT_TRUE(confirms(bug(BugKind::abort, "../src/f.c:9"), bug(BugKind::abort, "src/f.c:9")));
}

TEST(SameBug, AFunctionThatWasCalledThereMayNotice) {
  const Outcome expected = bug(BugKind::out_of_bounds, "f.c:9", {"f at f.c:9", "main at f.c:20"});
  EXPECT_TRUE(confirms(expected, bug(BugKind::out_of_bounds, "copy.c:3",
                                     {"copy at copy.c:3", "f at f.c:9", "main at f.c:20"})));
  EXPECT_FALSE(confirms(expected, bug(BugKind::out_of_bounds, "f.c:20", {"main at f.c:20"})));
}

TEST(SameBug, WithoutLinesTheFunctionDecides) {
  const Outcome expected = bug(BugKind::segfault, "f.c:9", {"f at f.c:9", "main at f.c:20"});
  EXPECT_TRUE(confirms(expected, bug(BugKind::segfault, "", {"f", "main"})));
  EXPECT_FALSE(confirms(expected, bug(BugKind::segfault, "", {"g", "main"})));
}

TEST(SameBug, FunctionsMayBeInlined) {
  const Outcome expected =
      bug(BugKind::segfault, "f.c:9", {"f at f.c:9", "g at f.c:15", "main at f.c:20"});
  EXPECT_TRUE(confirms(expected, bug(BugKind::segfault, "", {"g", "main"})));
  EXPECT_TRUE(confirms(expected, bug(BugKind::segfault, "", {"main"})));
  EXPECT_FALSE(confirms(expected, bug(BugKind::segfault, "", {"h", "main"})));
  EXPECT_FALSE(confirms(expected, bug(BugKind::segfault, "", {"main", "g"}))) << "another order";
  EXPECT_FALSE(confirms(expected, bug(BugKind::segfault, "f.c:20", {"main at f.c:20"})))
      << "it says where, and that is elsewhere";
}

TEST(SameBug, WhoDoesNotSayWhereConfirmsNothing) {
  const Confirmation result = compare_outcomes(bug(BugKind::segfault, "f.c:9", {"f at f.c:9"}),
                                               {bug(BugKind::segfault, ""), ""});
  EXPECT_FALSE(result.confirmed);
  EXPECT_NE(result.why.find("keep its symbols"), std::string::npos) << result.why;
}

TEST(SameBug, ALoopIsCaughtAnywhereInIt) {
  const Outcome expected = bug(BugKind::timeout, "f.c:5", {"loop at f.c:7", "main at f.c:20"});
  EXPECT_TRUE(confirms(expected, bug(BugKind::timeout, "f.c:1", {"help", "loop", "main"})));
  EXPECT_TRUE(confirms(bug(BugKind::timeout, "f.c:1", {"help", "loop", "main"}), expected));
  EXPECT_TRUE(confirms(expected, bug(BugKind::timeout, "f.c:18", {"main"})));
  EXPECT_FALSE(confirms(expected, bug(BugKind::timeout, "f.c:1", {"wait_for_network", "main"})));
}

TEST(SameBug, RecursionEndsAnywhereInIt) {
  const Outcome expected =
      bug(BugKind::segfault, "f.c:5", {"odd at f.c:5", "even at f.c:9"}, "stack overflow");
  EXPECT_TRUE(confirms(expected, bug(BugKind::segfault, "f.c:9", {"even at f.c:9"},
                                     "AddressSanitizer: stack-overflow")));
  EXPECT_FALSE(
      confirms(expected, bug(BugKind::segfault, "f.c:30", {"g at f.c:30"}, "stack overflow")));
  EXPECT_FALSE(confirms(expected, bug(BugKind::segfault, "f.c:9", {"even at f.c:9"})));
}

TEST(SameBug, TheHeapNoticesLate) {
  const Outcome late = bug(BugKind::abort, "f.c:90", {"main at f.c:90"}, "abort");
  const std::string said = "free(): invalid next size (fast)\n";
  EXPECT_TRUE(confirms(bug(BugKind::out_of_bounds, "f.c:9"), late, said));
  EXPECT_FALSE(confirms(bug(BugKind::out_of_bounds, "f.c:9"), late, "bye\n"));
  EXPECT_FALSE(confirms(bug(BugKind::assertion, "f.c:9"), late, said));
  EXPECT_FALSE(confirms(bug(BugKind::segfault, "f.c:9"), late, said));
}

// --- What the plain program says --------------------------------------------------------------

Outcome ended(int code, const std::string& said) {
  Ending ending;
  ending.wait_status = code << 8;
  ending.complaints = said;
  return classify_c(ending);
}

TEST(PlainProgram, ASanitizerThatCannotStartSaysNothing) {
  for (const char* said :
       {"==7==ERROR: AddressSanitizer failed to allocate 0xdfff0001000 (15392894357504) bytes\n",
        "==7==AddressSanitizer CHECK failed: asan.cpp:1\n==7==ERROR: AddressSanitizer CHECK "
        "failed\n",
        "==7==ERROR: ThreadSanitizer: out of memory: allocator is trying to allocate 0x1 bytes\n",
        "==7==ERROR: LeakSanitizer: hard rss limit exhausted (4096Mb vs 4100Mb)\n",
        "==7==LeakSanitizer has encountered a fatal error.\n"})
    EXPECT_EQ(ended(1, said).kind, Outcome::Kind::lost) << said;
}

TEST(PlainProgram, OnlyASanitizersOwnLinesCount) {
  for (const char* said :
       {"HtmlSanitizer: bad tag\n", "error: runtime error: shift\n",
        "ERROR: AddressSanitizer: SEGV\n", "overflow: Sanitizer\n", "see SUMMARY: nothing\n"})
    EXPECT_EQ(ended(1, said).kind, Outcome::Kind::ok) << said;
}

TEST(PlainProgram, ASanitizerMayNameSomethingElse) {
  const Outcome expected = bug(BugKind::division_by_zero, "f.c:3", {"f at f.c:3"});
  EXPECT_TRUE(confirms(expected, ended(1, "f.c:3:7: runtime error: division by zero\n")));
  EXPECT_FALSE(confirms(expected, ended(1, "f.c:4:7: runtime error: division by zero\n")));
  EXPECT_FALSE(confirms(
      expected,
      ended(1, "f.c:3:7: runtime error: load of misaligned address 0x1 for type 'int'\n")));
  EXPECT_FALSE(confirms(expected, ended(1, "==1==ERROR: LeakSanitizer: detected memory leaks\n")));
  EXPECT_FALSE(confirms(expected, ended(1,
                                        "==1==ERROR: AddressSanitizer: FPE on unknown address 0x1\n"
                                        "    #0 0x1 in g g.c:8:1\n")));
}

TEST(PlainProgram, ASummaryIsEnough) {
  const Outcome found =
      ended(1, "...\nSUMMARY: AddressSanitizer: heap-use-after-free f.c:3:4 in f\n");
  EXPECT_EQ(found.bug, BugKind::use_after_free);
  EXPECT_EQ(found.location, "f.c:3");
}

TEST(PlainProgram, AnAssertionSaysWhere) {
  Ending ending;
  ending.wait_status = SIGABRT;
  ending.complaints = "prog: dir/f.c:12: int N::f(int): Assertion `x > 0' failed.\n";
  const Outcome outcome = classify_c(ending);
  EXPECT_EQ(outcome.bug, BugKind::assertion);
  EXPECT_EQ(outcome.location, "dir/f.c:12");
  EXPECT_EQ(outcome.message, "failed assertion `x > 0'");
  ending.complaints = "p: f.c:2: reach_error: Assertion `0' failed.\n";
  EXPECT_EQ(classify_c(ending).bug, BugKind::error_call);
}

}  // namespace
}  // namespace cuttle
