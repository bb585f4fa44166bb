// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/linear_terms.h"

#include <functional>
#include <map>

namespace cuttle {

namespace {

// The terms of a sum that are still to be taken apart: arguments have smaller ids than what is made
// of them, so with the largest first every term comes up once, with all its factors together.
using Pending = std::map<ExprId, uint64_t, std::greater<>>;

// Replaces the term by what it is made of; false when it is not a sum.
bool take_apart(const ExprPool& pool, ExprId e, uint64_t factor, Pending& pending,
                uint64_t& constant) {
  const ExprNode& node = pool.node(e);
  const ExprId a = node.args[0], b = node.args[1];
  switch (node.op) {
    case Op::constant:
      constant += factor * pool.value(e).low64();
      return true;
    case Op::bv_add:
      pending[a] += factor;
      pending[b] += factor;
      return true;
    case Op::bv_sub:
      pending[a] += factor;
      pending[b] -= factor;
      return true;
    case Op::bv_not:
      constant -= factor;
      [[fallthrough]];
    case Op::bv_neg:
      pending[a] -= factor;
      return true;
    case Op::bv_mul:
      if (pool.is_constant(a)) return pending[b] += factor * pool.value(a).low64(), true;
      if (pool.is_constant(b)) return pending[a] += factor * pool.value(b).low64(), true;
      return false;
    case Op::bv_shl:
      if (!pool.is_constant(b) || pool.value(b).low64() >= node.sort.width) return false;
      pending[a] += factor << pool.value(b).low64();
      return true;
    case Op::bv_concat: {
      // The low bits of x above zeros: how the pool writes a shift by a constant.
      const ExprNode& high = pool.node(a);
      const bool is_shift = pool.is_constant(b) && pool.value(b).is_zero() &&
                            high.op == Op::bv_extract && high.payload == 0 &&
                            pool.sort(high.args[0]) == node.sort;
      if (is_shift) pending[high.args[0]] += factor << pool.sort(b).width;
      return is_shift;
    }
    default:
      return false;
  }
}

}  // namespace

bool LinearTerms::add(const ExprPool& pool, ExprId e, uint64_t factor, size_t& budget) {
  Pending pending{{e, factor}};
  while (!pending.empty()) {
    if (budget == 0) return false;
    --budget;
    const auto [term, multiple] = *pending.begin();
    pending.erase(pending.begin());
    if (!take_apart(pool, term, multiple, pending, constant)) terms.emplace_back(term, multiple);
  }
  return true;
}

// Each round doubles the number of correct bits, from three.
uint64_t odd_inverse(uint64_t odd) {
  uint64_t inverse = odd;
  for (int i = 0; i < 5; ++i) inverse *= 2 - odd * inverse;
  return inverse;
}

}  // namespace cuttle
