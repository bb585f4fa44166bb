// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/descent.h"

#include <algorithm>
#include <bit>

#include "engine/expr/bits.h"
#include "engine/solver/linear_terms.h"

namespace cuttle {

namespace {

// Equal terms together; those with few variables first.
void put_in_order(ExprPool& pool, std::vector<Descent::Part>& parts) {
  std::sort(parts.begin(), parts.end(), [&](const auto& x, const auto& y) {
    const size_t a = pool.variables_of(x.term).size(), b = pool.variables_of(y.term).size();
    return a != b ? a < b : x.term > y.term;
  });
}

// The distance when `e` is `x` shifted by a constant, in the ways in which the pool writes that;
// otherwise 0.
unsigned right_shift_of(ExprPool& pool, ExprId e, ExprId x) {
  const ExprNode& node = pool.node(e);
  if (node.op == Op::bv_lshr && node.args[0] == x && pool.is_constant(node.args[1])) {
    return static_cast<unsigned>(std::min<uint64_t>(pool.value(node.args[1]).low64(), 64));
  }
  if (node.op != Op::bv_zext) return 0;
  const ExprNode& part = pool.node(node.args[0]);
  const bool is_top = part.op == Op::bv_extract && part.args[0] == x &&
                      part.payload + part.sort.width == pool.sort(x).width;
  return is_top ? part.payload : 0;
}

unsigned left_shift_of(ExprPool& pool, ExprId e, ExprId x) {
  LinearTerms terms;
  size_t budget = 4;
  if (!terms.add(pool, e, 1, budget) || terms.terms.size() != 1 || terms.constant != 0) return 0;
  const auto& [term, factor] = terms.terms[0];
  const bool is_power = factor != 0 && (factor & (factor - 1)) == 0;
  return term == x && is_power ? static_cast<unsigned>(std::countr_zero(factor)) : 0;
}

}  // namespace

Descent::Descent(ExprPool& pool, ExprId a, ExprId b) : width_(pool.sort(a).width) {
  Step first;
  if (!sum(pool, a, b, first)) return;
  pieces_ = first.parts.size();
  steps_.push_back(std::move(first));
  while (steps_.size() < max_pieces && pieces_ < max_all_pieces) {
    const Step& last = steps_.back();
    const Part& inner = last.parts.back();
    if ((inner.factor & 1) == 0 || !descend(pool, inner.term)) break;
  }
}

bool Descent::sum(ExprPool& pool, ExprId a, ExprId b, Step& step) const {
  LinearTerms terms;
  size_t budget = max_pieces;
  if (!terms.add(pool, a, 1, budget)) return false;
  if (b && !terms.add(pool, b, ~uint64_t{0}, budget)) return false;
  step.kind = Kind::sum;
  step.constant = terms.constant;
  for (const auto& [term, factor] : terms.terms) {
    const auto known = std::find_if(step.parts.begin(), step.parts.end(),
                                    [term = term](const Part& p) { return p.term == term; });
    if (known != step.parts.end()) {
      known->factor += factor;
    } else {
      step.parts.push_back({term, factor});
    }
  }
  std::erase_if(step.parts, [&](const Part& p) { return (p.factor & low_mask(width_)) == 0; });
  put_in_order(pool, step.parts);
  return !step.parts.empty();
}

bool Descent::exclusive_or(ExprPool& pool, ExprId term, Step& step) const {
  step.kind = Kind::exclusive_or;
  std::vector<ExprId> stack{term};
  for (size_t visits = 0; !stack.empty(); ++visits) {
    if (visits > 4 * max_pieces) return false;
    const ExprId e = stack.back();
    stack.pop_back();
    const ExprNode& node = pool.node(e);
    if (node.op == Op::bv_xor) {
      stack.push_back(node.args[0]);
      stack.push_back(node.args[1]);
    } else if (pool.is_constant(e)) {
      step.constant ^= pool.value(e).low64();
    } else {
      step.parts.push_back({e, 1});
    }
    if (step.parts.size() + stack.size() > max_pieces) return false;
  }
  put_in_order(pool, step.parts);
  return !step.parts.empty();
}

bool Descent::fold(ExprPool& pool, ExprId term, Step& step) const {
  const ExprNode& node = pool.node(term);
  for (unsigned i = 0; i < 2; ++i) {
    const ExprId x = node.args[i], shifted = node.args[1 - i];
    const unsigned right = right_shift_of(pool, shifted, x);
    const unsigned left = right == 0 ? left_shift_of(pool, shifted, x) : 0;
    if (right + left == 0) continue;
    step.kind = right > 0 ? Kind::fold_right : Kind::fold_left;
    step.shift = right + left;
    step.parts = {{x, 1}};
    return true;
  }
  return false;
}

bool Descent::descend(ExprPool& pool, ExprId term) {
  Step step;
  switch (pool.op(term)) {
    case Op::bv_xor:
      if (!fold(pool, term, step) && !exclusive_or(pool, term, step)) return false;
      break;
    case Op::bv_add:
    case Op::bv_sub:
    case Op::bv_neg:
    case Op::bv_not:
    case Op::bv_mul:
    case Op::bv_shl:
    case Op::bv_concat:
      if (!sum(pool, term, {}, step)) return false;
      if (step.parts.size() == 1 && step.parts[0].term == term) return false;
      break;
    default:
      return false;
  }
  pieces_ += step.parts.size();
  steps_.push_back(std::move(step));
  return true;
}

void Descent::take_away(const Step& step, const std::vector<const Lanes*>& sides,
                        Lanes& value) const {
  if (step.kind == Kind::exclusive_or) {
    for (uint64_t& v : value) v ^= step.constant;
    for (const Lanes* side : sides) {
      for (size_t i = 0; i < value.size(); ++i) value[i] ^= (*side)[i];
    }
  } else if (step.kind == Kind::sum) {
    for (uint64_t& v : value) v -= step.constant;
    for (size_t k = 0; k < sides.size(); ++k) {
      const uint64_t factor = step.parts[k].factor;
      for (size_t i = 0; i < value.size(); ++i) value[i] -= factor * (*sides[k])[i];
    }
  }
}

void Descent::undo(const Step& step, const std::vector<const Lanes*>& sides, Lanes& value) const {
  const uint64_t mask = low_mask(width_);
  take_away(step, sides, value);
  if (step.kind == Kind::sum) {
    const uint64_t inverse = odd_inverse(step.parts.back().factor);
    for (uint64_t& v : value) v = v * inverse & mask;
  } else if (step.kind != Kind::exclusive_or) {
    // Each round gets `shift` more bits right.
    for (uint64_t& v : value) {
      const uint64_t folded = v;
      for (unsigned known = step.shift; known < width_; known += step.shift) {
        v = folded ^ (step.kind == Kind::fold_right ? v >> step.shift : v << step.shift & mask);
      }
    }
  }
}

void Descent::add_up(const Step& step, size_t first, const std::vector<const Lanes*>& parts,
                     Lanes& value) const {
  value.fill(0);
  for (size_t k = first; k < step.parts.size(); ++k) {
    const Lanes& part = *parts[k - first];
    const uint64_t factor = step.parts[k].factor;
    for (size_t i = 0; i < value.size(); ++i) {
      value[i] = step.kind == Kind::exclusive_or ? value[i] ^ part[i] : value[i] + factor * part[i];
    }
  }
  const uint64_t mask = low_mask(width_);
  for (uint64_t& v : value) v &= mask;
}

}  // namespace cuttle
