// SPDX-License-Identifier: Apache-2.0
// A program per builtin, with an answer that few inputs give: it is found, or something is reported
// that may have hidden it. Never neither.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "engine/support/subprocess.h"
#include "tests/prolog/exploration.h"

namespace cuttle::prolog {
namespace {

struct Written {
  std::string name;   // of the predicate
  std::string value;  // with which it succeeds
  std::string text;
};

// Reads what builtin_programs.pl writes: "% Value", and two clauses.
std::vector<Written> read_programs(const std::string& file) {
  std::vector<Written> programs;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with("% ")) continue;
    Written program{"", line.substr(2), ""};
    std::getline(in, program.text);
    program.name = program.text.substr(0, program.text.find('('));
    programs.push_back(program);
  }
  return programs;
}

Explored explore_written(const Written& program, const std::string& file,
                         std::shared_ptr<SwiSession> session) {
  Job job;
  job.file = file;
  job.goal = program.name + "(X)";
  job.options = {
      {"depth", {"3"}}, {"text-length", {"4"}}, {"int-bits", {"8"}}, {"inferences", {"20000"}}};
  job.strategy = "auto";
  job.max_runs = 60;
  return explore_program(job, std::move(session));
}

bool is_found(const Explored& e) {
  return std::any_of(e.runs.begin(), e.runs.end(),
                     [](const RunSeen& run) { return run.outcome == "true"; });
}

bool is_of_budget(const Limitation& l) {
  return l.reason == Reason::budget;
}

struct Tally {
  unsigned found = 0, limited = 0, unfinished = 0;
};

// Every twelfth builtin: loading one large file for each exploration would take longer.
constexpr int parts = 12;

void explore_part(int first, bool verbose, Tally& tally) {
  const std::string file = (std::filesystem::temp_directory_path() /
                            ("cuttle_builtins_" + std::to_string(getpid()) + ".pl"))
                               .string();
  Command command;
  command.arguments = {"swipl",
                       CUTTLE_SOURCE_DIR "/tests/prolog/builtin_programs.pl",
                       "--",
                       file,
                       std::to_string(parts),
                       std::to_string(first)};
  command.timeout_seconds = 300;
  ASSERT_TRUE(run_command(command));
  const std::vector<Written> programs = read_programs(file);
  ASSERT_GT(programs.size(), 40u);
  auto session = SwiSession::start({file});
  ASSERT_TRUE(session) << session.error().message;
  std::shared_ptr<SwiSession> shared = std::move(*session);
  for (const Written& program : programs) {
    const Explored e = explore_written(program, file, shared);
    ASSERT_EQ(e.error, "") << program.text;
    const auto& incomplete = e.summary.incomplete;
    if (verbose) std::printf("%s %s\n", is_found(e) ? "found" : "not found", program.text.c_str());
    if (is_found(e)) {
      ++tally.found;
    } else if (!std::all_of(incomplete.begin(), incomplete.end(), is_of_budget)) {
      ++tally.limited;
    } else {
      EXPECT_FALSE(e.summary.exhausted) << program.value << " is missed by\n" << program.text;
      ++tally.unfinished;
    }
  }
  std::filesystem::remove(file);
}

// A third of them; CUTTLE_ALL_BUILTINS=1 takes all and tells which were found.
TEST(Builtins, AreFoundOrReported) {
  const bool all = std::getenv("CUTTLE_ALL_BUILTINS");
  Tally tally;
  for (int first = 0; first < parts; first += all ? 1 : 4) explore_part(first, all, tally);
  std::printf("  %u found, %u reported as limited, %u not found in so few runs\n", tally.found,
              tally.limited, tally.unfinished);
  EXPECT_GT(tally.found, 3 * (tally.limited + tally.unfinished));
}

}  // namespace
}  // namespace cuttle::prolog
