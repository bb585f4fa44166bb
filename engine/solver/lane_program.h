// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/expr/pool.h"
#include "engine/solver/model_evaluator.h"

namespace cuttle {

class ByteFunctions;

// Expressions compiled for evaluation under many assignments of a few variables: each operation
// works on 128 assignments at once, its lanes, in a loop that the compiler turns into vector
// instructions. Around a nanosecond per operation and assignment, or less. Terms of more than 64
// bits are beyond it.
class LaneProgram {
 public:
  static constexpr size_t lanes = 128;
  using Lanes = std::array<uint64_t, lanes>;
  static constexpr size_t max_operations = 2'000;
  static constexpr size_t max_slots = 20'000;  // of a kilobyte each
  static constexpr size_t max_variables = 64;

  // `varying` (at most max_variables) will be set in lanes; everything else has the value that
  // `fixed` knows. With `functions`, what depends on one byte is looked up there. False when a term
  // is too wide or there are too many.
  bool compile(ExprPool& pool, std::span<const ExprId> roots, std::span<const VarId> varying,
               ModelEvaluator& fixed, ByteFunctions* functions = nullptr);

  // The values of varying[i]; fill them, then run().
  Lanes& variable(size_t i) { return slots_[i]; }
  // Computes what depends on the variables in this set (bit i: varying[i]); returns how many
  // operations that took.
  size_t run(uint64_t changed);
  const Lanes& result(size_t root) const { return slots_[results_[root]]; }

  size_t operations() const { return code_.size(); }
  // Expressions that the last compile() looked at.
  size_t visits() const { return visits_; }

 private:
  struct Instruction {
    Op op;
    uint8_t width, a_width, b_width;
    uint32_t out, a, b, c;
    uint32_t payload;
    uint64_t depends;  // on these variables
  };
  struct Cell {
    uint32_t slot = 0;
    uint64_t depends = 0;
  };

  bool translate(ExprId root);
  bool enter(ExprId e);
  Cell leave(ExprId e);
  Cell constant(uint64_t value);
  Cell lookup(const ExprNode& node);
  bool is_fixed(ExprId e) const;
  bool tabulate(ExprId e);
  uint32_t new_slot() {
    slots_.emplace_back();
    return static_cast<uint32_t>(slots_.size() - 1);
  }
  void run_lookup(const Instruction& instruction);

  ExprPool* pool_ = nullptr;
  ModelEvaluator* fixed_ = nullptr;
  ByteFunctions* functions_ = nullptr;
  std::vector<VarId> varying_;
  std::vector<Lanes> slots_;  // the variables first
  std::vector<Instruction> code_;
  std::vector<uint32_t> results_;
  std::vector<std::vector<uint32_t>> tables_;           // slots of elements
  std::vector<std::vector<uint64_t>> constant_tables_;  // values of elements
  std::unordered_map<ExprId, Cell> cells_;
  std::vector<ExprId> stack_;
  size_t visits_ = 0;
  size_t entered_ = 0;    // expressions whose arguments were called for: code to come
  unsigned in_vain_ = 0;  // attempts to tabulate
};

}  // namespace cuttle
