// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "engine/solver/fuzz/session.h"

namespace {

constexpr const char* usage =
    "usage: solver_fuzz [--queries N] [--seed N] [--width N] [--nodes N] [--variables N]\n"
    "                   [--floats] [--integers] [--no-LAYER]...\n"
    "Sends random queries through the solver chain and checks every answer. Widths are drawn per\n"
    "session up to --width; --no-slice, --no-word, ... leave layers out. Exit code 1 when an "
    "answer\n"
    "is wrong; the output then shows the query and the seed. Sessions take their seeds one after\n"
    "the other from --seed on, so two campaigns need numbers that are far apart.\n";

struct Arguments {
  uint64_t queries = 10'000, seed = 1;
  unsigned width = 128;
  bool fixed_width = false;
  cuttle::FuzzOptions options;
};

bool parse_switch(const std::string& name, cuttle::FuzzOptions& options) {
  cuttle::ChainOptions& chain = options.chain;
  if (name == "--floats") return options.expr.floats = true;
  if (name == "--integers") return options.expr.integers = true;
  const std::pair<const char*, bool*> switches[] = {
      {"--no-slice", &chain.slice},   {"--no-fast-unsat", &chain.fast_unsat},
      {"--no-reuse", &chain.reuse},   {"--no-word", &chain.word},
      {"--no-sat", &chain.sat},       {"--no-search", &chain.search},
      {"--no-floats", &chain.floats}, {"--no-z3", &chain.z3},
      {"--no-polish", &chain.polish}, {"--no-finite", &chain.finite}};
  for (const auto& [text, target] : switches) {
    if (name != text) continue;
    *target = false;
    return true;
  }
  return false;
}

bool parse(int argc, char** argv, Arguments& out) {
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (parse_switch(name, out.options)) continue;
    if (i + 1 >= argc) return false;
    const uint64_t number = std::strtoull(argv[++i], nullptr, 10);
    if (name == "--queries") {
      out.queries = number;
    } else if (name == "--seed") {
      out.seed = number;
    } else if (name == "--width") {
      out.width = static_cast<unsigned>(number);
    } else if (name == "--nodes") {
      out.options.expr.max_nodes = static_cast<unsigned>(number);
    } else if (name == "--variables") {
      out.options.expr.variables = static_cast<unsigned>(number);
    } else {
      return false;
    }
  }
  return true;
}

void show(const cuttle::FuzzResult& total) {
  std::printf(
      "%llu queries: %llu sat (models evaluated), %llu unsat (%llu by all values, %llu by Z3, %llu "
      "not confirmed), %llu unknown\n",
      static_cast<unsigned long long>(total.queries), static_cast<unsigned long long>(total.sat),
      static_cast<unsigned long long>(total.unsat),
      static_cast<unsigned long long>(total.exhaustive),
      static_cast<unsigned long long>(total.by_z3),
      static_cast<unsigned long long>(total.unconfirmed),
      static_cast<unsigned long long>(total.unknown));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  if (!parse(argc, argv, arguments)) {
    std::fputs(usage, stderr);
    return 2;
  }
  cuttle::FuzzResult total;
  uint64_t shown = 0;
  for (uint64_t seed = arguments.seed; total.queries < arguments.queries; ++seed) {
    cuttle::FuzzOptions options = arguments.options;
    // Small widths most of the time: they are checked exhaustively and reach the corners.
    const unsigned widths[] = {2, 3, 4, 4, 8, 16, 32, 64, 128};
    options.expr.max_width = std::min(widths[seed % 9], arguments.width);
    // Every second session in the manner of programs.
    options.plain = seed / 9 % 2 == 1;
    if (options.plain) {
      options.plain_width = options.expr.max_width;
      options.constraints = 12;
      options.plain_variables = options.plain_width <= 3 ? 4 : 3;
      options.exhaustive_bits = 12;
    }
    total += cuttle::run_session(seed, options);
    if (!total.error.empty()) {
      std::fputs(total.error.c_str(), stdout);
      return 1;
    }
    if (total.queries / 100'000 != shown) {
      shown = total.queries / 100'000;
      show(total);
    }
  }
  show(total);
  return 0;
}
