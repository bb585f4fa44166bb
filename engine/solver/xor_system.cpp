// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/xor_system.h"

#include <algorithm>
#include <bit>

#include "engine/expr/bits.h"
#include "engine/solver/literals.h"

namespace cuttle {

namespace {

using Form = std::array<uint64_t, 4>;

constexpr unsigned one_bit = 255;

void flip(Form& form, unsigned bit) {
  form[bit / 64] ^= uint64_t{1} << bit % 64;
}
bool test(const Form& form, unsigned bit) {
  return form[bit / 64] >> bit % 64 & 1;
}
Form constant(bool value) {
  Form result{};
  if (value) flip(result, one_bit);
  return result;
}
Form sum(const Form& a, const Form& b) {
  return {a[0] ^ b[0], a[1] ^ b[1], a[2] ^ b[2], a[3] ^ b[3]};
}
// The lowest input bit; one_bit when there is none.
unsigned lowest(const Form& form) {
  for (unsigned i = 0; i < 4; ++i) {
    if (form[i]) return i * 64 + static_cast<unsigned>(std::countr_zero(form[i]));
  }
  return one_bit;
}

}  // namespace

bool XorSystem::number_bits(const Problem& problem) {
  known_.clear();
  first_bit_.clear();
  rows_.clear();
  elements_ = equations_ = 0;
  unsigned bits = 0;
  for (VarId v : problem.variables) {
    const Sort sort = problem.pool.variable_info(v).sort;
    if (!is_narrow(sort)) return false;
    first_bit_[v] = bits;
    bits += bit_width(sort);
    if (bits > max_bits) return false;
  }
  return true;
}

// Bits of a constant mask pass or vanish (and) or become one (or).
XorSystem::Forms XorSystem::masked(const ExprPool& pool, const ExprNode& node) {
  for (unsigned i = 0; i < 2; ++i) {
    if (!pool.is_constant(node.args[i])) continue;
    const uint64_t mask = pool.value(node.args[i]).low64();
    Forms result = known_[node.args[1 - i]];
    const bool is_and = node.op == Op::bv_and || node.op == Op::and_;
    for (size_t k = 0; k < result.size(); ++k) {
      if ((mask >> k & 1) != is_and) result[k] = constant(!is_and);
    }
    return result;
  }
  return {};
}

XorSystem::Forms XorSystem::shifted(const ExprPool& pool, const ExprNode& node) {
  const Forms& a = known_[node.args[0]];
  if (a.empty() || !pool.is_constant(node.args[1])) return {};
  const uint64_t by = pool.value(node.args[1]).low64();
  const size_t width = a.size();
  Forms result(width, node.op == Op::bv_ashr ? a.back() : constant(false));
  for (size_t i = 0; i < width; ++i) {
    if (node.op == Op::bv_shl) {
      if (i >= by) result[i] = a[i - by];
    } else if (by < width && i + by < width) {
      result[i] = a[i + by];
    }
  }
  return result;
}

XorSystem::Forms XorSystem::looked_up(const ExprPool& pool, const ExprNode& node) {
  const Forms& index = known_[node.args[0]];
  const std::span<const ExprId> elements = pool.elements(node.payload);
  if (index.empty() || index.size() > 16 || elements.size() != size_t{1} << index.size()) return {};
  if ((elements_ += elements.size()) > max_elements) return {};
  std::vector<uint64_t> values;
  for (ExprId e : elements) {
    if (!pool.is_constant(e)) return {};
    values.push_back(pool.value(e).low64());
  }
  for (size_t i = 1; i < values.size(); ++i) {
    const size_t low = i & (~i + 1);
    if (values[i] != (values[i ^ low] ^ values[low] ^ values[0])) return {};
  }
  Forms result(bit_width(node.sort));
  for (size_t k = 0; k < result.size(); ++k) {
    result[k] = constant(values[0] >> k & 1);
    for (size_t i = 0; i < index.size(); ++i) {
      if ((values[size_t{1} << i] ^ values[0]) >> k & 1) result[k] = sum(result[k], index[i]);
    }
  }
  return result;
}

XorSystem::Forms XorSystem::compute(const ExprPool& pool, const ExprNode& node, ExprId e) {
  const unsigned width = bit_width(node.sort);
  Forms result(width);
  switch (node.op) {
    case Op::constant:
      for (unsigned i = 0; i < width; ++i) result[i] = constant(pool.value(e).low64() >> i & 1);
      return result;
    case Op::variable:
      for (unsigned i = 0; i < width; ++i) flip(result[i], first_bit_[node.payload] + i);
      return result;
    case Op::xor_:
    case Op::bv_xor: {
      const Forms &a = known_[node.args[0]], &b = known_[node.args[1]];
      if (a.empty() || b.empty()) return {};
      for (unsigned i = 0; i < width; ++i) result[i] = sum(a[i], b[i]);
      return result;
    }
    case Op::not_:
    case Op::bv_not:
      result = known_[node.args[0]];
      for (Form& form : result) flip(form, one_bit);
      return result;
    case Op::and_:
    case Op::bv_and:
    case Op::or_:
    case Op::bv_or:
      return masked(pool, node);
    case Op::bv_shl:
    case Op::bv_lshr:
    case Op::bv_ashr:
      return shifted(pool, node);
    case Op::bv_concat: {
      const Forms &a = known_[node.args[0]], &b = known_[node.args[1]];
      if (a.empty() || b.empty()) return {};
      result = b;
      result.insert(result.end(), a.begin(), a.end());
      return result;
    }
    case Op::bv_extract: {
      const Forms& a = known_[node.args[0]];
      if (a.empty()) return {};
      return {a.begin() + node.payload, a.begin() + node.payload + width};
    }
    case Op::bv_zext:
    case Op::bv_sext:
      result = known_[node.args[0]];
      if (result.empty()) return {};
      result.resize(width, node.op == Op::bv_sext ? result.back() : constant(false));
      return result;
    case Op::lookup:
      return looked_up(pool, node);
    default:
      return {};
  }
}

const XorSystem::Forms& XorSystem::forms(const ExprPool& pool, ExprId root) {
  stack_.assign(1, root);
  while (!stack_.empty()) {
    const ExprId e = stack_.back();
    if (known_.contains(e)) {
      stack_.pop_back();
      continue;
    }
    const ExprNode& node = pool.node(e);
    const size_t before = stack_.size();
    if (is_narrow(node.sort) && known_.size() < max_nodes) {
      for (ExprId a : node.args) {
        if (a && !known_.contains(a)) stack_.push_back(a);
      }
    }
    if (stack_.size() != before) continue;
    stack_.pop_back();
    known_[e] =
        is_narrow(node.sort) && known_.size() < max_nodes ? compute(pool, node, e) : Forms{};
  }
  return known_[root];
}

// False when it contradicts the others.
bool XorSystem::add_equation(Form equation) {
  for (const auto& [pivot, row] : rows_) {
    if (test(equation, pivot)) equation = sum(equation, row);
  }
  const unsigned pivot = lowest(equation);
  if (pivot == one_bit) return !test(equation, one_bit);
  for (auto& [other, row] : rows_) {
    if (test(row, pivot)) row = sum(row, equation);
  }
  rows_.emplace_back(pivot, equation);
  return true;
}

// The hint, with the pivot bits as the equations want them.
WordChanges XorSystem::solution(const Problem& problem) {
  Form values{};
  flip(values, one_bit);
  for (VarId v : problem.variables) {
    const uint64_t word = problem.hint.narrow(v);
    for (unsigned i = 0; i < bit_width(problem.pool.variable_info(v).sort); ++i) {
      if (word >> i & 1) flip(values, first_bit_[v] + i);
    }
  }
  for (const auto& [pivot, row] : rows_) {
    unsigned parity = 0;
    for (unsigned i = 0; i < 4; ++i)
      parity += static_cast<unsigned>(std::popcount(row[i] & values[i]));
    if (parity & 1) flip(values, pivot);
  }
  WordChanges changes;
  for (VarId v : problem.variables) {
    uint64_t word = 0;
    for (unsigned i = 0; i < bit_width(problem.pool.variable_info(v).sort); ++i) {
      word |= uint64_t{test(values, first_bit_[v] + i)} << i;
    }
    if (word != problem.hint.narrow(v)) changes.emplace_back(v, word);
  }
  return changes;
}

bool XorSystem::solve(WordContext& context) {
  const Problem& problem = context.problem;
  if (!number_bits(problem)) return false;
  for (ExprId e : problem.constraints) {
    const LiteralInfo info = problem.literals.info(e);
    Forms a, b;
    if (info.relation == Relation::eq) {
      a = forms(problem.pool, info.a);
      b = forms(problem.pool, info.b);
    } else {
      a = forms(problem.pool, e);
      b.assign(1, constant(true));
    }
    if (a.empty() || b.empty()) continue;
    equations_ += a.size();
    if (equations_ > max_equations || !problem.meter.spend(a.size() * (rows_.size() + 1)))
      return false;
    for (size_t i = 0; i < a.size(); ++i) {
      if (add_equation(sum(a[i], b[i]))) continue;
      context.out.answer = Answer::unsat;
      return true;
    }
  }
  problem.meter.spend(known_.size() + elements_);
  if (rows_.empty()) return false;
  const WordChanges changes = solution(problem);
  if (!satisfied(context, changes)) return false;
  answer_sat(context, changes);
  return true;
}

}  // namespace cuttle
