// SPDX-License-Identifier: Apache-2.0
#include "engine/walls/keep.h"

#include <string>
#include <system_error>

namespace cuttle::walls {

namespace fs = std::filesystem;

void keep_files(const fs::path& from, const fs::path& to) {
  std::error_code problem;
  constexpr auto options = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator at(from, options, problem), end; !problem && at != end;
       at.increment(problem)) {
    std::error_code ignored;
    const fs::path copy = to / at->path().lexically_relative(from);
    const bool link = at->is_symlink(ignored);
    if (!link && !at->is_regular_file(ignored)) continue;
    fs::create_directories(copy.parent_path(), ignored);
    fs::remove(copy, ignored);
    if (link)
      fs::copy_symlink(at->path(), copy, ignored);
    else
      fs::copy_file(at->path(), copy, ignored);
  }
}

}  // namespace cuttle::walls
