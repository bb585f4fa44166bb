// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "bench/solver/explorer.h"

namespace cuttle::bench {

// Inserts the keys, ignoring equal ones, and checks the order of the result.
void search_tree(Run& run, const std::vector<ExprId>& keys);
void red_black_tree(Run& run, const std::vector<ExprId>& keys);

}  // namespace cuttle::bench
