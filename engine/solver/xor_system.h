// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "engine/solver/word_step.h"

namespace cuttle {

// Equalities whose bits are exclusive ors of input bits, as checksums make them (a CRC, with or
// without its table), by Gaussian elimination: a contradiction, or a solution close to the hint.
class XorSystem : public WordStep {
 public:
  bool solve(WordContext& context) override;

 private:
  static constexpr unsigned max_bits = 255;  // of all variables together
  static constexpr size_t max_nodes = 5'000;
  static constexpr size_t max_elements = 1u << 20;  // of tables that are looked at
  static constexpr size_t max_equations = 1u << 15;
  // A set of input bits, whose exclusive or is meant; bit 255 stands for the constant 1.
  using Form = std::array<uint64_t, 4>;
  using Forms = std::vector<Form>;  // of a term, lowest bit first; empty: not of this kind

  bool number_bits(const Problem& problem);
  const Forms& forms(const ExprPool& pool, ExprId e);
  Forms compute(const ExprPool& pool, const ExprNode& node, ExprId e);
  Forms masked(const ExprPool& pool, const ExprNode& node);
  Forms shifted(const ExprPool& pool, const ExprNode& node);
  Forms looked_up(const ExprPool& pool, const ExprNode& node);
  bool add_equation(Form equation);
  WordChanges solution(const Problem& problem);

  std::unordered_map<ExprId, Forms> known_;
  std::unordered_map<VarId, unsigned> first_bit_;
  std::vector<std::pair<unsigned, Form>> rows_;  // pivot bit and equation (= 0), reduced
  std::vector<ExprId> stack_;
  size_t elements_ = 0, equations_ = 0;  // of this query
};

}  // namespace cuttle
