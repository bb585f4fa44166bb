// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <z3.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/solver/solver.h"
#include "engine/solver/wire.h"
#include "engine/solver/z3_translator.h"

namespace cuttle {

// Z3 in this process: the reference of tests and benchmarks, where starting a process would be
// unfair or slow. Its time-out is Z3's own; campaigns use Z3Backend.
class Z3Direct {
 public:
  Z3Direct(ExprPool& pool, unsigned timeout_ms);
  ~Z3Direct();
  Z3Direct(const Z3Direct&) = delete;
  Z3Direct& operator=(const Z3Direct&) = delete;

  // With a new Z3 solver object.
  Answer check_fresh(std::span<const ExprId> constraints);
  // With one solver object for all queries: one scope for each element of the prefix, of which the
  // common ones stay.
  Answer check_incremental(std::span<const ExprId> prefix, ExprId goal);

 private:
  Z3_solver new_solver();
  void define(std::span<const ExprId> constraints);
  Answer run(Z3_solver solver);

  Z3_context z3_;
  unsigned timeout_ms_;
  ExprEncoder encoder_;
  ExprDecoder decoder_;
  std::unique_ptr<Z3Translator> translator_;
  Z3_solver incremental_ = nullptr;
  std::vector<ExprId> prefix_;
};

}  // namespace cuttle
