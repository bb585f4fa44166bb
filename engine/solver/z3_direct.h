// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/solver/solver.h"
#include "engine/solver/wire.h"
#include "engine/solver/z3_handles.h"
#include "engine/solver/z3_translator.h"

namespace cuttle {

// Z3 in this process: the reference of tests and benchmarks, where starting a process would be
// unfair or slow. Its time-out is Z3's own; campaigns use Z3Backend.
class Z3Direct {
 public:
  Z3Direct(ExprPool& pool, unsigned timeout_ms);

  // With a new Z3 solver object.
  Answer check_fresh(std::span<const ExprId> constraints);
  // With one solver object for all queries: one scope for each element of the prefix, of which the
  // common ones stay.
  Answer check_incremental(std::span<const ExprId> prefix, ExprId goal);

 private:
  void define(std::span<const ExprId> constraints);
  Answer run(Z3_solver solver);

  Z3Context context_;
  Z3_context z3_;
  unsigned timeout_ms_;
  ExprEncoder encoder_;
  ExprDecoder decoder_;
  Z3Translator translator_;
  std::optional<Z3SolverObject> incremental_;
  std::vector<ExprId> prefix_;
};

}  // namespace cuttle
