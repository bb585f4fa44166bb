// SPDX-License-Identifier: Apache-2.0
// What the walls around programs cost: runs per second with `--sandbox on` and `off`, in turns, so
// that a machine that is busy is busy for both. The goal is 5 % per run.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>

#include "engine/support/files.h"
#include "languages/c/driver/build.h"
#include "languages/c/target/c_target.h"

namespace cuttle {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double slice_seconds = 0.4;
constexpr unsigned default_rounds = 15;

// A unit that works in memory, and one that leaves a file in each run.
constexpr const char* quiet_source = R"(
int quiet(unsigned char a, unsigned char b) {
  if (a > 100) return b > 7 ? 1 : 2;
  return a == 3;
}
)";
constexpr const char* writing_source = R"(
#include <stdio.h>
int writing(unsigned char a, unsigned char b) {
  FILE* file = fopen("left-by-the-run", "w");
  if (file) { fprintf(file, "%d", a); fclose(file); }
  return b > 7;
}
)";

struct Subject {
  ExprPool pool;
  std::unique_ptr<Target> target;
  std::vector<TestCase> tests;
  uint64_t next = 0;
};

Result<std::unique_ptr<Subject>> make_subject(CProgram program, bool walls) {
  program.walls.on = walls;
  auto subject = std::make_unique<Subject>();
  auto target = make_c_target(subject->pool, program, RunLimits{});
  if (!target) return target.error();
  subject->target = std::move(*target);
  for (unsigned i = 0; i < 64; ++i) {
    PortableTestCase test;
    for (const char* name : {"a", "b"})
      test.inputs.push_back({name, "unsigned char", "bv8", std::to_string((i * 37) % 251)});
    auto read = from_portable(subject->pool, test);
    if (!read) return read.error();
    subject->tests.push_back(std::move(*read));
  }
  return subject;
}

double rate(Subject& subject, bool plain) {
  const auto start = Clock::now();
  for (uint64_t count = 1;; ++count) {
    const TestCase& test = subject.tests[subject.next++ % subject.tests.size()];
    if (plain)
      subject.target->confirm(test, Outcome{}, RunLimits{});
    else
      subject.target->run(test, RunLimits{});
    const std::chrono::duration<double> spent = Clock::now() - start;
    if (spent.count() >= slice_seconds) return static_cast<double>(count) / spent.count();
  }
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

Result<CProgram> build(const char* name, const char* text, const TemporaryFolder& folder) {
  const auto toolchain = find_toolchain(find_installation(), {});
  if (!toolchain) return toolchain.error();
  const auto source = folder.path() / (std::string(name) + ".c");
  std::ofstream(source) << text;
  BuildRequest request;
  request.sources = {source};
  request.folder = folder.path();
  request.unit.function = name;
  const auto built = build_program(*toolchain, request);
  if (!built) return built.error();
  CProgram program;
  program.name = name;
  program.instrumented = built->instrumented;
  program.plain = built->plain;
  program.scratch = folder.path();
  program.toolchain = *toolchain;
  return program;
}

Result<void> measure(const char* what, CProgram program, bool persistent, bool plain,
                     unsigned rounds) {
  program.persistent = persistent;
  auto on = make_subject(program, true), off = make_subject(program, false);
  if (!on) return on.error();
  if (!off) return off.error();
  std::vector<double> with, without, cost;
  for (unsigned round = 0; round < rounds; ++round) {
    with.push_back(rate(**on, plain));
    without.push_back(rate(**off, plain));
    cost.push_back(without.back() / with.back() - 1);
  }
  std::printf("%-34s--sandbox on %9.0f runs/s   off %9.0f runs/s   cost %+5.1f %%\n", what,
              median(with), median(without), 100 * median(cost));
  std::fflush(stdout);
  return {};
}

Result<void> bench(unsigned rounds) {
  const TemporaryFolder quiet_folder, writing_folder;
  auto quiet = build("quiet", quiet_source, quiet_folder);
  if (!quiet) return quiet.error();
  auto writing = build("writing", writing_source, writing_folder);
  if (!writing) return writing.error();
  const struct {
    const char* what;
    const CProgram& program;
    bool persistent, plain;
  } cases[] = {{"runs by forking", *quiet, false, false},
               {"runs in one process", *quiet, true, false},
               {"runs that write a file", *writing, false, false},
               {"runs of the plain build", *quiet, false, true}};
  for (const auto& [what, program, persistent, plain] : cases)
    if (auto done = measure(what, program, persistent, plain, rounds); !done) return done;
  return {};
}

}  // namespace
}  // namespace cuttle

int main(int argc, char** argv) {
  const unsigned rounds =
      argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : cuttle::default_rounds;
  const auto done = cuttle::bench(std::max(1u, rounds));
  if (!done) std::fprintf(stderr, "%s\n", done.error().message.c_str());
  return done ? 0 : 1;
}
