// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/target/limits.h"
#include "engine/target/option_values.h"
#include "engine/walls/walls.h"

namespace cuttle {

// Which program is to be explored: all that a language is told.
struct ProgramRequest {
  std::vector<std::string> files;      // one or more, as the user named them
  std::vector<std::string> arguments;  // after `--`
  OptionValues options;                // those that the language declares
  std::filesystem::path work;          // the campaign's folder, for build products
  RunLimits limits;                    // of each run, for targets that start the program earlier
  Walls walls;                         // around whatever of the program is run
};

}  // namespace cuttle
