// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "engine/support/result.h"

namespace cuttle::erlang {

// The Erlang of this machine, and our side of it: the modules of erl/ and the NIF, compiled into a
// folder of the cache.
struct Toolchain {
  std::filesystem::path erl;    // the program
  std::string release;          // "25"
  std::filesystem::path beams;  // our modules
  std::filesystem::path cache;  // for instrumented modules
  bool has_nif = false;         // otherwise events come through a port, which is slower
  std::string without_nif;      // why, for people
};

// Where the tool keeps what it builds: CUTTLE_CACHE, or cuttle/ in the user's cache folder.
std::filesystem::path cache_folder();

// Settings under which `erl' is started: nothing of the user's own, and no dumps.
std::vector<std::pair<std::string, std::string>> quiet_erlang();

// Builds what is missing (about two seconds, once). Fails with what to install when there is no
// Erlang. Thread-safe and safe against others who do the same.
Result<Toolchain> find_toolchain(const std::filesystem::path& cache = cache_folder());

}  // namespace cuttle::erlang
