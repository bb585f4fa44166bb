// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace cuttle::walls {

// Where in its store the warden has what was written to private folders: by their paths, beneath
// this name.
constexpr char written_name[] = "written";

// Copies what is in a folder into another: files, links, and folders that hold some. What else
// there is, such as the marks of an overlay for what was deleted, is left out; so is what cannot be
// read.
void keep_files(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace cuttle::walls
