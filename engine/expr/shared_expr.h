// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "engine/expr/pool.h"

namespace cuttle {

// Expressions that mention their parts several times, as hashes, checksums and state machines make
// them: `depth` steps, each of which uses the one before it at least twice. There are a few nodes
// for each step, but exponentially many ways from the top to the bottom. For tests that whatever
// walks through expressions looks at nodes and not at ways.
struct SharedShape {
  std::string_view name;
  // A condition at the top of the steps, true for some values of the variables.
  ExprId (*make)(ExprPool& pool, unsigned depth);
};

std::span<const SharedShape> shared_shapes();

}  // namespace cuttle
