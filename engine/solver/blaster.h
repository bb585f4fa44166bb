// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "engine/expr/pool.h"
#include "engine/solver/circuits.h"

namespace cuttle {

// Can BitBlaster translate this one node? (Booleans and bit-vectors only, and nothing gigantic.)
bool can_blast(const ExprPool& pool, ExprId e);

// Translates Boolean and bit-vector expressions into one SatInstance, each node once.
class BitBlaster {
 public:
  BitBlaster(const ExprPool& pool, SatInstance& sat)
      : pool_(pool), sat_(sat), gates_(sat), circuits_(gates_) {}

  // The literal of a Boolean expression. Every node below it must be blastable. Without meaning
  // when the instance was spoilt on the way.
  Lit literal(ExprId e);
  // The literals of any translated expression: for variables, where the model is read.
  std::span<const Lit> bits(ExprId e) const;
  // What must be assumed besides, where `e` is assumed: appends the guards of the expensive
  // circuits below it.
  void guards(ExprId e, std::vector<Lit>& out);
  // How many variables the circuits below a translated expression have. Computed once.
  uint32_t cone_size(ExprId e);

 private:
  struct Slot {
    uint32_t offset = 0;  // into literals_; 0: not translated
    uint32_t guard : 31 = 0;
    uint32_t guarded : 1 = 0;  // a guard here or below
    uint32_t visited = 0;
    uint32_t added = 0;      // variables made for this node
    uint32_t cone_size = 0;  // 0: not asked yet
  };

  bool ready(ExprId e) const { return slots_[e.index].offset != 0; }
  bool push_missing(const ExprNode& node);
  void translate(ExprId e);
  Bits build(ExprId e, const ExprNode& node);
  Bits boolean_op(const ExprNode& node);
  Bits bits_op(const ExprNode& node);
  Bits heavy_op(ExprId e, const ExprNode& node);
  Bits divide(ExprId e, const ExprNode& node);
  Bits lookup(const ExprNode& node);
  Bits copy(ExprId e) const;
  Bits arg(const ExprNode& node, unsigned i) const { return copy(node.args[i]); }

  // Quotient and remainder of the same operands share one circuit.
  struct DivisionKey {
    ExprId a, b;
    bool is_signed;
    friend auto operator<=>(const DivisionKey&, const DivisionKey&) = default;
  };
  struct SharedDivision {
    Circuits::Division result;
    Lit guard;
  };

  const ExprPool& pool_;
  SatInstance& sat_;
  Gates gates_;
  Circuits circuits_;
  std::vector<Slot> slots_;  // by expression
  std::vector<Lit> literals_{0};
  std::vector<ExprId> stack_;
  std::map<DivisionKey, SharedDivision> divisions_;
  uint32_t visit_ = 0;
};

}  // namespace cuttle
