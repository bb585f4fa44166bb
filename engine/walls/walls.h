// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/support/result.h"

namespace cuttle {

// What keeps a program in while it runs on inputs that somebody made up: it changes nothing outside
// of its own processes and private copies of folders.
struct Walls {
  bool on = true;
  // How, as the warden names it (walls/warden/namespaces.cpp); empty: as well as the machine can.
  std::string mode;
  // What the user allows it all the same: "network", "write:/PATH".
  std::vector<std::string> doors;
  // Folders that change while runs go on, and so are empty for them but for what is needed there.
  std::vector<std::filesystem::path> hidden = {};
  // Into this folder goes what runs wrote to private ones before it is thrown away; empty: nowhere.
  std::filesystem::path keep = {};
  // What people should know: sentences. Filled when walls are found.
  std::vector<std::string> lacking = {};

  friend bool operator==(const Walls&, const Walls&) = default;
};

// The doors that there are, without `write:`, and what each opens.
struct Door {
  std::string_view name, opens;
};
const std::vector<Door>& all_doors();

// A value of --allow: known, and of `write:` the path is there. In its final form.
Result<std::string> parse_door(const std::string& text);

// What a machine can do, and what that means for runs.
struct WallsFound {
  Walls walls;  // as asked for, with the mode that is possible and what it lacks
  uint32_t layers = 0;
  std::vector<std::string> why;  // what the kernel refused, by mode
};
// Tries. Fails only when no walls at all can be had.
Result<WallsFound> find_walls(const Walls& wanted);

// Our environment as a program under test may see it, as NAME=VALUE: what gives access to the
// user's agents and accounts is left out, unless that door is open.
std::vector<std::string> environment_inside(const Walls& walls);
bool is_secret(std::string_view variable);

// The same values of the environment for all: `more` replaces what has the same name.
std::vector<std::string> environment_with(
    std::vector<std::string> entries, const std::vector<std::pair<std::string, std::string>>& more);

}  // namespace cuttle
