// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/walls/warden.h"
#include "engine/walls/wire.h"

namespace cuttle {

// What to try, the strongest first:
//   user, user-seen   namespaces that every user may have; with other processes seen
//   root, root-seen   the same without a user namespace, for root where there is none
//   none              Landlock and seccomp
std::vector<std::string> walls_modes(const Walls& walls);

// What the warden is to build. `temporary`: a folder for the program's temporary files, where the
// usual ones cannot be private.
walls::Packed walls_plan(const Warden::Options& options, const std::string& mode,
                         const std::filesystem::path& temporary);

// What it is to start.
walls::Packed walls_wishes(const Inmate& inmate, const std::filesystem::path& temporary);

}  // namespace cuttle
