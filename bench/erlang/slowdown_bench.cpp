// SPDX-License-Identifier: Apache-2.0
// How much slower is instrumented code than plain code on the same machine, and how many events
// are written in a second? One line per kind of work, then empty runs per second.
#include <algorithm>
#include <chrono>
#include <cstdio>

#include "languages/erlang/vm/machine.h"

using namespace cuttle;
using namespace cuttle::erlang;

namespace {

constexpr RunLimits limits{120, 1 << 16, 2ull << 30};

// Of CPU time, as the virtual machine tells it.
double seconds_of(Machine& machine, const char* work, long size) {
  const Answer answer = machine.run({Term::make_atom(work), Term::make_integer(size)}, limits);
  if (answer.kind != Answer::Kind::returned)
    std::printf("%s: %s%s\n", work, answer.text.c_str(), answer.what.c_str());
  return answer.value.integer.get_d() / 1000;
}

// The best of three: others use the machine as well.
double best_of(Machine& machine, const char* work, long size) {
  double best = seconds_of(machine, work, size);
  for (int i = 0; i < 2; ++i) best = std::min(best, seconds_of(machine, work, size));
  return best;
}

int fail(const Error& error) {
  std::fprintf(stderr, "%s\n", error.message.c_str());
  return 1;
}

}  // namespace

int main() {
  const auto toolchain = find_toolchain();
  if (!toolchain) return fail(toolchain.error());
  Preparation preparation;
  preparation.files = {CUTTLE_WORK};
  preparation.function = "main/2";
  const auto program = prepare_program(*toolchain, preparation);
  if (!program) return fail(program.error());
  auto plain = Machine::start(*toolchain, *program, Machine::Code::plain, limits);
  if (!plain) return fail(plain.error());
  auto ours = Machine::start(*toolchain, *program, Machine::Code::instrumented, limits);
  if (!ours) return fail(ours.error());
  std::printf("%-8s %10s %10s %10s %12s\n", "work", "plain s", "ours s", "slow-down", "events/s");
  const struct {
    const char* work;
    long size;
  } rows[] = {{"trees", 100'000},
              {"sort", 300'000},
              {"quick", 100'000},
              {"binary", 500'000},
              {"loop", 5'000'000}};
  for (const auto& [work, size] : rows) {
    const double before = best_of(**plain, work, size), after = best_of(**ours, work, size);
    std::printf("%-8s %10.3f %10.3f %10.2f %12.0f%s\n", work, before, after, after / before,
                static_cast<double>((*ours)->events().size()) / after,
                (*ours)->truncated() ? " (truncated)" : "");
  }
  const auto begin = std::chrono::steady_clock::now();
  constexpr int runs = 2000;
  for (int i = 0; i < runs; ++i) seconds_of(**ours, "loop", 1);
  const double taken =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::printf("runs/s   %10.0f\n", runs / taken);
  return 0;
}
