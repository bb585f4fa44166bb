// SPDX-License-Identifier: Apache-2.0
// Random programs against brute force in plain SWI-Prolog: what is exhausted has every answer that
// any input has, and nothing has an answer that no input has.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/prolog/native_answers.h"
#include "tests/prolog/native_program.h"

namespace cuttle::prolog {
namespace {

unsigned setting(const char* name, unsigned otherwise) {
  const char* text = std::getenv(name);
  return text ? static_cast<unsigned>(std::atoi(text)) : otherwise;
}

std::string name_of(const NativeProgram& program) {
  return program.goal.substr(0, program.goal.find('('));
}

struct Tally {
  unsigned equal = 0, reported = 0;
  uint64_t paths = 0;
};

void compare(const NativeProgram& program, const Explored& explored, const Answers& expected,
             Tally& tally) {
  ASSERT_EQ(explored.error, "") << program.text;
  const Answers found = found_answers(explored);
  tally.paths += explored.summary.paths;
  for (const std::string& answer : found) {
    bool lost = answer.starts_with("cuttle_unsupported");
    EXPECT_TRUE(lost || expected.contains(answer)) << "no input gives " << answer << "\n"
                                                   << program.text;
  }
  if (!explored.summary.exhausted) {
    ++tally.reported;
    return;
  }
  for (const std::string& answer : expected)
    EXPECT_TRUE(found.contains(answer)) << "missed " << answer << " in\n" << program.text;
  ++tally.equal;
}

TEST(NativePrograms, HaveTheAnswersOfAllTheirInputs) {
  const unsigned count = setting("CUTTLE_NATIVE_PROGRAMS", 60);
  const unsigned seed = setting("CUTTLE_NATIVE_SEED", 0);
  constexpr unsigned at_once = 60;
  const std::string file = (std::filesystem::temp_directory_path() /
                            ("cuttle_native_" + std::to_string(getpid()) + ".pl"))
                               .string();
  Tally tally;
  for (unsigned first = 0; first < count; first += at_once) {
    std::vector<NativeProgram> programs;
    std::ofstream out(file);
    out << ":- style_check(-singleton).\n:- style_check(-discontiguous).\n"
           ":- use_module(library(yall)).\n";
    for (unsigned n = first; n < first + at_once && n < count; ++n) {
      programs.push_back(native_program(seed + n));
      out << programs.back().text;
    }
    out.close();
    std::vector<NativeCall> calls;
    for (const NativeProgram& program : programs) calls.push_back({name_of(program), program.type});
    auto expected = native_answers(file, calls);
    auto session = SwiSession::start({file});
    ASSERT_TRUE(session) << session.error().message;
    std::shared_ptr<SwiSession> shared = std::move(*session);
    for (const NativeProgram& program : programs) {
      Job job;
      job.file = file;
      job.goal = program.goal;
      job.options = {{"ground", {"1"}},
                     {"type", {"1:" + program.type}},
                     {"depth", {"3"}},
                     {"text-length", {"2"}},
                     {"inferences", {"20000"}}};
      job.max_runs = 400;
      compare(program, explore_program(job, shared), expected[name_of(program)], tally);
    }
    if (testing::Test::HasFailure() && count <= at_once) break;
  }
  std::filesystem::remove(file);
  std::printf("  %u programs: %u exhausted and equal, %u reported incomplete, %llu paths\n", count,
              tally.equal, tally.reported, static_cast<unsigned long long>(tally.paths));
}

}  // namespace
}  // namespace cuttle::prolog
