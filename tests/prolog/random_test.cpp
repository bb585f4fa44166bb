// SPDX-License-Identifier: Apache-2.0
// Soundness and completeness on generated programs (Theorem 2 of "Concolic Testing in CLP"): every
// test case follows the trace that was predicted for it, and all traces of all inputs are found.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/prolog/exploration.h"
#include "tests/prolog/random_program.h"

namespace cuttle::prolog {
namespace {

constexpr unsigned at_once = 10;  // programs in one file

// For long campaigns with other programs than those of the last one.
unsigned setting(const char* name, unsigned otherwise) {
  const char* text = std::getenv(name);
  return text ? static_cast<unsigned>(std::atoi(text)) : otherwise;
}

class RandomPrograms : public testing::TestWithParam<Flavour> {};

TEST_P(RandomPrograms, HaveTheTracesOfAllTheirInputs) {
  unsigned count = setting("CUTTLE_RANDOM_PROGRAMS", 10), wrong = 0;
  unsigned seed = setting("CUTTLE_RANDOM_SEED", 0);
  uint64_t paths = 0, inputs = 0;
  std::string file = (std::filesystem::temp_directory_path() /
                      ("cuttle_random_" + std::to_string(getpid()) + ".pl"))
                         .string();
  for (unsigned first = 0; first < count && wrong < 5; first += at_once) {
    std::vector<RandomProgram> programs;
    std::ofstream out(file);
    out << ":- style_check(-singleton).\n";
    for (unsigned n = first; n < first + at_once; ++n) {
      programs.push_back(random_program(seed + n, GetParam()));
      out << programs.back().text;
    }
    out.close();
    auto session = SwiSession::start({file});
    ASSERT_TRUE(session) << session.error().message;
    std::shared_ptr<SwiSession> shared = std::move(*session);
    for (const RandomProgram& program : programs) {
      Job job;
      job.file = file;
      job.goal = program.goal;
      bool one = program.goal.find(',') == std::string::npos;
      bool deep = one && (GetParam() == Flavour::pure || GetParam() == Flavour::lists);
      job.options = {{"depth", {deep ? "2" : "1"}},
                     {"fresh", {"1"}},
                     {"int-bits", {one ? "3" : "2"}},
                     {"inferences", {"300"}}};
      job.oracle_inputs = 100'000;
      Explored e = explore_program(job, shared);
      std::string complaints = e.compare_traces();
      EXPECT_EQ(complaints, "") << program.goal << "\n" << program.text;
      wrong += !complaints.empty();
      paths += e.summary.paths;
      inputs += e.oracle.inputs;
      if (wrong >= 5) break;
    }
  }
  std::filesystem::remove(file);
  std::printf("  %u programs, %llu paths, %llu inputs\n", count,
              static_cast<unsigned long long>(paths), static_cast<unsigned long long>(inputs));
}

INSTANTIATE_TEST_SUITE_P(All, RandomPrograms,
                         testing::Values(Flavour::pure, Flavour::lists, Flavour::integers,
                                         Flavour::control));

}  // namespace
}  // namespace cuttle::prolog
