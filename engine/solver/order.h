// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/solver/literals.h"
#include "engine/solver/word_step.h"

namespace cuttle {

// Comparisons between terms, as sorting and search trees make them: a contradiction shows as a
// cycle, and a model is a numbering along the order. Understands <, <=, =, != of one signedness;
// other constraints are left to the check of the candidate.
class Order : public WordStep {
 public:
  bool solve(WordContext& context) override;

 private:
  static constexpr unsigned max_terms = 64;
  using Row = uint64_t;  // a set of terms

  struct Term {
    ExprId expr;
    uint64_t value;  // under the hint, shifted so that unsigned order is the order
  };

  bool collect(WordContext& context, bool is_signed);
  unsigned term(WordContext& context, ExprId e, bool is_signed);
  void order_constants();
  void close();
  bool contradiction() const;
  bool number(WordContext& context, bool is_signed);
  bool least_number(unsigned i, Row done, uint64_t top, uint64_t& out) const;

  std::vector<Term> terms_;
  std::array<Row, max_terms> at_most_{};  // the j with i <= j
  std::array<Row, max_terms> less_{};     // the j with i < j
  std::array<Row, max_terms> different_{};
  std::array<Row, max_terms> below_{};  // for numbering: the j with j <= i
  std::array<uint64_t, max_terms> numbers_{};
  Row constants_ = 0;
  std::vector<uint32_t> index_;  // by expression: term + 1
  std::vector<ExprId> touched_;
  WordChanges changes_;
};

}  // namespace cuttle
