// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "engine/target/steps.h"

namespace cuttle {

// What a cell holds after writes that may cover it wholly, in part or not at all. Feed the writes
// newest first until it is complete.
class Overlay {
 public:
  explicit Overlay(const Cell& cell) : cell_(cell), owner_(cell.size, nullptr), left_(cell.size) {}

  void add(const Write& write);
  bool complete() const { return left_ == 0; }
  // `before`: what a part that nobody wrote held before. `unknown`: a value that may be anything.
  ExprId value(ExprPool& pool, const std::function<ExprId(const Cell&)>& before,
               const std::function<ExprId(const Cell&)>& unknown) const;

 private:
  Cell cell_;
  std::vector<const Write*> owner_;  // by byte
  uint32_t left_;
};

}  // namespace cuttle
