// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/explore/config.h"
#include "engine/target/language.h"
#include "engine/walls/walls.h"

namespace cuttle::cli {

// Finds the walls that this machine can have; the report is to say what they lack. Fails when there
// are none, which only `--sandbox off' can want.
Result<void> build_walls(Walls& walls, Config& config);

// For `cuttle doctor'.
std::vector<DoctorItem> walls_of_this_machine();

}  // namespace cuttle::cli
