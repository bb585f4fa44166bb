// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/solver/layer.h"
#include "engine/solver/z3_backend.h"

namespace cuttle {

// The end of the chain: floats, unbounded integers, and what was too much for the others.
class Z3Layer : public Layer {
 public:
  Z3Layer(ExprPool& pool, uint64_t memory_bytes)
      : Layer("z3", nullptr), backend_(pool, memory_bytes) {}
  void solve(Problem& problem, Verdict& out) override;

 private:
  Z3Backend backend_;
  uint64_t& calls_ = counter("calls");
  uint64_t& unknown_ = counter("unknown");
  uint64_t& starts_ = counter("starts");
};

}  // namespace cuttle
