// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "engine/expr/fuzz/differential.h"

// Compares the simplifier and the evaluator with Z3 on as many random expressions as wanted.
int main(int argc, char** argv) {
  using namespace cuttle;
  uint64_t first = 1, count = 1000;
  DifferentialOptions options;
  options.expr = {.max_width = 16, .max_nodes = 15};
  for (int i = 1; i < argc; ++i) {
    std::string option = argv[i];
    auto number = [&] { return i + 1 < argc ? std::strtoull(argv[++i], nullptr, 10) : 0; };
    if (option == "--seed") {
      first = number();
    } else if (option == "--count") {
      count = number();
    } else if (option == "--width") {
      options.expr.max_width = static_cast<unsigned>(number());
    } else if (option == "--nodes") {
      options.expr.max_nodes = static_cast<unsigned>(number());
    } else if (option == "--floats") {
      options.expr.floats = true;
    } else if (option == "--integers") {
      options.expr.integers = true;
    } else if (option == "--evaluate-only") {
      options.prove = false;
    } else {
      std::printf(
          "usage: expr_fuzz [--seed FIRST] [--count N] [--width BITS] [--nodes N]\n"
          "                 [--floats] [--integers] [--evaluate-only]\n");
      return option == "--help" ? 0 : 2;
    }
  }
  Z3Oracle oracle(500);
  uint64_t failures = 0, agreed = 0, unknown = 0, proved = 0, raw = 0, simplified = 0;
  for (uint64_t seed = first; seed < first + count; ++seed) {
    DifferentialResult result = compare_with_z3(oracle, seed, options);
    if (!result.error.empty()) {
      std::printf("%s\n", result.error.c_str());
      ++failures;
    }
    agreed += result.agreed;
    unknown += result.unknown;
    proved += result.proved;
    raw += result.raw_nodes;
    simplified += result.simplified_nodes;
  }
  std::printf(
      "%llu expressions: %llu wrong, %llu proved equal; %llu evaluations agreed, %llu unknown; "
      "%llu nodes became %llu\n",
      static_cast<unsigned long long>(count), static_cast<unsigned long long>(failures),
      static_cast<unsigned long long>(proved), static_cast<unsigned long long>(agreed),
      static_cast<unsigned long long>(unknown), static_cast<unsigned long long>(raw),
      static_cast<unsigned long long>(simplified));
  return failures == 0 ? 0 : 1;
}
