// SPDX-License-Identifier: Apache-2.0
// CLI11: a command line, its words separated by spaces, for a program with options of several
// kinds.
#include <CLI/CLI.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size > 16) return 0;
  std::vector<std::string> words(1);
  for (size_t i = 0; i < size; ++i) {
    if (data[i] == ' ') {
      words.emplace_back();
    } else {
      words.back() += static_cast<char>(data[i]);
    }
  }
  CLI::App app("copies files");
  int count = 0;
  double rate = 0;
  bool verbose = false;
  std::vector<std::string> files;
  app.add_option("-n,--count", count)->check(CLI::Range(1, 9));
  app.add_option("-r,--rate", rate);
  app.add_flag("-v,!--quiet", verbose);
  app.add_subcommand("list")->add_option("files", files)->expected(1, 2);
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
    if (count < 0 || count > 9) __builtin_trap();
  } catch (const CLI::ParseError&) {
  }
  return 0;
}
