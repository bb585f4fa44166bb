// SPDX-License-Identifier: Apache-2.0
// Programs that use what programs seldom use, against brute force in plain SWI-Prolog: see
// unusual_programs.pl.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "tests/prolog/native_answers.h"

namespace cuttle::prolog {
namespace {

// Lines "%: name(X,T) Type" tell what is called. Errors and failures are answers, too.
std::vector<NativeCall> read_calls(const std::string& file, std::string& wrappers) {
  std::vector<NativeCall> calls;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with("%: ")) continue;
    const std::string name = line.substr(3, line.find('(') - 3);
    calls.push_back({"try_" + name, line.substr(line.find(' ', 3) + 1)});
    wrappers +=
        "try_" + name + "(X, R) :-\n    catch(( " + name +
        "(X, T) -> R = r(T) ; R = no ), E,\n          ( E = error(F, _) -> functor(F, N, _), "
        "R = err(N) ; R = ball(E) )).\n";
  }
  return calls;
}

// Types "any(Depth, Constants, Functors)" are what the program itself tells: no type for Cuttle.
Job job_of(const NativeCall& call, const std::string& file) {
  Job job;
  job.file = file;
  job.goal = call.name + "(X, R)";
  const bool any = call.type.starts_with("any(");
  job.options = {{"ground", {"1"}}, {"text-length", {"2"}}, {"inferences", {"100000"}}};
  job.options["depth"] = {any ? call.type.substr(4, 1) : "3"};
  if (!any) job.options["type"] = {"1:" + call.type};
  job.max_runs = 400;
  return job;
}

TEST(UnusualPrograms, HaveTheAnswersOfAllTheirInputs) {
  std::string text, wrappers;
  const std::string source = CUTTLE_SOURCE_DIR "/tests/prolog/unusual_programs.pl";
  const std::vector<NativeCall> calls = read_calls(source, wrappers);
  ASSERT_GT(calls.size(), 100u);
  const std::string file = (std::filesystem::temp_directory_path() /
                            ("cuttle_unusual_" + std::to_string(getpid()) + ".pl"))
                               .string();
  std::filesystem::copy_file(source, file, std::filesystem::copy_options::overwrite_existing);
  std::ofstream(file, std::ios::app) << wrappers;
  auto expected = native_answers(file, calls);
  auto session = SwiSession::start({file});
  ASSERT_TRUE(session) << session.error().message;
  std::shared_ptr<SwiSession> shared = std::move(*session);
  unsigned exhausted = 0;
  for (const NativeCall& call : calls) {
    const Explored explored = explore_program(job_of(call, file), shared);
    ASSERT_EQ(explored.error, "") << call.name;
    const Answers found = found_answers(explored), &all = expected[call.name];
    ASSERT_FALSE(all.empty()) << call.name;
    for (const std::string& answer : found) {
      const bool other_inputs = call.type.starts_with("any(");  // more than brute force has
      EXPECT_TRUE(other_inputs || all.contains(answer) || answer.starts_with("cuttle_unsupported"))
          << call.name << ": no input gives " << answer;
    }
    EXPECT_EQ(explored.summary.divergences, 0u) << call.name;
    EXPECT_EQ(explored.summary.duplicate_paths, 0u) << call.name;
    if (!explored.summary.exhausted) continue;
    ++exhausted;
    for (const std::string& answer : all)
      EXPECT_TRUE(found.contains(answer)) << call.name << ": missed " << answer;
  }
  std::filesystem::remove(file);
  std::printf("  %zu programs, %u exhausted and equal\n", calls.size(), exhausted);
  EXPECT_GT(exhausted, calls.size() / 2);
}

}  // namespace
}  // namespace cuttle::prolog
