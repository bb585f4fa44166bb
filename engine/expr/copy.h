// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unordered_map>

#include "engine/expr/pool.h"

namespace cuttle {

// Brings expressions of one pool into another, where variables keep their names and the other
// pool's simplification applies. Remembers what it copied; never recurses.
class ExprCopier {
 public:
  ExprCopier(const ExprPool& from, ExprPool& to) : from_(from), to_(to) {}

  ExprId copy(ExprId e);

 private:
  bool ready(ExprId e);
  ExprId copy_node(ExprId e);

  const ExprPool& from_;
  ExprPool& to_;
  std::unordered_map<uint32_t, ExprId> copies_;
  std::vector<ExprId> stack_;
};

}  // namespace cuttle
