// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <unordered_map>
#include <vector>

#include "engine/expr/pool.h"

namespace cuttle {

// Replaces variables by expressions of the same pool. What it has replaced it remembers; never
// recurses.
class Substitution {
 public:
  using Image = std::function<ExprId(VarId)>;  // none: the variable stays
  Substitution(ExprPool& pool, Image image) : pool_(pool), image_(std::move(image)) {}

  ExprId operator()(ExprId e);

 private:
  bool ready(ExprId e);
  ExprId build(ExprId e);

  ExprPool& pool_;
  Image image_;
  std::unordered_map<uint32_t, ExprId> done_;
  std::vector<ExprId> stack_;
};

}  // namespace cuttle
