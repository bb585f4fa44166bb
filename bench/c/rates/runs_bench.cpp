// SPDX-License-Identifier: Apache-2.0
// Runs per second of a small unit: many runs in one process, by forking, and the machine's raw rate
// of forks for comparison.
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>

#include "engine/support/files.h"
#include "languages/c/driver/build.h"
#include "languages/c/target/c_target.h"

namespace cuttle {
namespace {

constexpr double seconds_each = 3;

template <typename Once>
double rate(Once once) {
  const auto start = std::chrono::steady_clock::now();
  for (uint64_t count = 1;; ++count) {
    once(count);
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    if (spent.count() >= seconds_each) return count / spent.count();
  }
}

double fork_rate() {
  return rate([](uint64_t) {
    const pid_t child = fork();
    if (child == 0) _exit(0);
    waitpid(child, nullptr, 0);
  });
}

Result<double> run_rate(CProgram program, bool persistent) {
  program.persistent = persistent;
  ExprPool pool;
  const RunLimits limits;
  auto target = make_c_target(pool, program, limits);
  if (!target) return target.error();
  // Inputs that take another path each time.
  std::vector<TestCase> tests;
  for (unsigned i = 0; i < 64; ++i) {
    PortableTestCase test;
    for (unsigned k = 0; k < 10; ++k)
      test.inputs.push_back({"c[" + std::to_string(k) + "]", "unsigned char", "bv8",
                             std::to_string((i >> (k % 6) & 1) * 200)});
    auto read = from_portable(pool, test);
    if (!read) return read.error();
    tests.push_back(std::move(*read));
  }
  return rate([&](uint64_t count) { (*target)->run(tests[count % tests.size()], limits); });
}

int bench(const std::string& source) {
  const auto toolchain = find_toolchain(find_installation(), {});
  if (!toolchain) return std::fprintf(stderr, "%s\n", toolchain.error().message.c_str()), 1;
  const TemporaryFolder folder;
  BuildRequest request;
  request.sources = {source};
  request.folder = folder.path();
  const auto built = build_program(*toolchain, request);
  if (!built) return std::fprintf(stderr, "%s\n", built.error().message.c_str()), 1;
  CProgram program;
  program.name = "unit";
  program.instrumented = built->instrumented;
  program.plain = built->plain;
  program.scratch = folder.path();
  program.toolchain = *toolchain;
  const double forks = fork_rate();
  std::printf("%-28s%10.0f /s\n", "forks of an empty process", forks);
  for (const bool persistent : {false, true}) {
    const auto runs = run_rate(program, persistent);
    if (!runs) return std::fprintf(stderr, "%s\n", runs.error().message.c_str()), 1;
    std::printf("%-28s%10.0f /s  (%.2f times the rate of forks; goal %s)\n",
                persistent ? "runs in one process" : "runs by forking", *runs, *runs / forks,
                persistent ? "20,000" : "1,500");
  }
  return 0;
}

}  // namespace
}  // namespace cuttle

int main(int argc, char** argv) {
  return cuttle::bench(argc > 1 ? argv[1] : CUTTLE_BENCH_UNIT);
}
