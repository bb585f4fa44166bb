// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/support/result.h"
#include "languages/c/target/sources.h"

namespace cuttle {

// What the user says of the world that the program sees (--world).
struct WorldSettings {
  std::vector<InputSource> fixed;  // of the kind CUTTLE_SOURCE_WORLD
  std::vector<std::pair<std::string, std::string>> environment;
};

// Reads `KEY=VALUE' each, and says what is wrong with one that makes no sense: keys, numbers, and
// what is to be an input at the same time.
Result<WorldSettings> parse_world(const std::vector<std::string>& texts,
                                  const std::vector<InputSource>& inputs);

// The lines of a replay file that give a plain program the same world.
std::string world_lines(const std::vector<InputSource>& sources, const PortableTestCase& test);

}  // namespace cuttle
