// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bench/solver/explorer.h"

namespace cuttle::bench {

struct NamedProgram {
  std::string name;
  Program program;
  size_t max_queries = 5'000;
};

// The programs whose query sequences are measured.
std::vector<NamedProgram> programs();

}  // namespace cuttle::bench
