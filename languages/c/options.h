// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/target/language.h"
#include "languages/c/unit/options.h"

namespace cuttle {

// The options of `cuttle run` that are for programs in C and C++, read and checked.
struct COptions {
  std::string clang;                   // a name, a path or a version; empty: the best there is
  std::vector<std::string> flags;      // --cflags
  std::vector<std::string> sanitizer;  // flags that --sanitize stands for
  std::string checks;                  // --detect, as the pass reads it: separated by commas
  bool memory_checks = true;           // not --no-memory-checks
  bool prune = false;                  // --prune
  std::vector<std::string> inputs;     // --input
  std::vector<std::string> world;      // --world
  std::vector<std::string> seeds;      // --seed-input
  std::filesystem::path plain;         // --plain; empty: none
  std::optional<bool> persistent;      // none: as the program is
  bool controlled = false;             // --threads controlled, where there are any
  bool threads_asked = false;          // that was not only the default
  UnitOptions unit;                    // --function and all that is about its inputs
};

std::vector<LanguageOption> c_option_rows();

// With a clear word about values that make no sense.
Result<COptions> read_c_options(const OptionValues& values);

}  // namespace cuttle
