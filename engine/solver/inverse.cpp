// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/inverse.h"

#include <algorithm>
#include <bit>

#include "engine/expr/bits.h"
#include "engine/solver/linear_terms.h"

namespace cuttle {

namespace {

constexpr unsigned max_depth = 40;
constexpr size_t max_alternatives = 16;
constexpr size_t max_searched_elements = 4096;
constexpr size_t elements_per_visit = 64;
constexpr uint32_t max_visits_of_term = 32;

}  // namespace

void Inverse::begin(ModelEvaluator& evaluator, std::vector<WordChanges>& out) {
  evaluator_ = &evaluator;
  out_ = &out;
  visits_ = 0;
  if (++call_ == 0) {
    visited_.assign(visited_.size(), {});
    call_ = 1;
  }
}

// Counts the visit.
bool Inverse::may_visit(ExprId term, unsigned depth) {
  if (depth > max_depth || visits_ >= max_visits || out_->size() >= max_alternatives) return false;
  if (!settable(term)) return false;
  ++visits_;
  if (term.index >= visited_.size()) visited_.resize(pool_.size() + pool_.size() / 4 + 64);
  Visited& visited = visited_[term.index];
  if (visited.call != call_) visited = {call_, 0};
  return ++visited.times <= max_visits_of_term;
}

void Inverse::make_true(ExprId constraint, ModelEvaluator& evaluator,
                        std::vector<WordChanges>& out) {
  begin(evaluator, out);
  want_bool(constraint, true, 0);
}

bool Inverse::reach(ExprId term, uint64_t value, ModelEvaluator& evaluator, WordChanges& changes) {
  std::vector<WordChanges> ways;
  begin(evaluator, ways);
  want(term, value, 0);
  if (ways.empty()) return false;
  changes.insert(changes.end(), ways[0].begin(), ways[0].end());
  return true;
}

void Inverse::want_bool(ExprId e, bool value, unsigned depth) {
  if (!may_visit(e, depth)) return;
  if ((now(e) != 0) == value) return;
  const ExprNode node = pool_.node(e);  // a copy: classifying constraints may make nodes
  const ExprId a = node.args[0], b = node.args[1];
  switch (node.op) {
    case Op::variable:
      out_->push_back({{node.payload, value ? 1 : 0}});
      return;
    case Op::not_:
      return want_bool(a, !value, depth + 1);
    case Op::eq:
    case Op::bv_ult:
    case Op::bv_ule:
    case Op::bv_slt:
    case Op::bv_sle: {
      const LiteralInfo info = literals_.info(e);
      if (info.relation == Relation::none) {  // an equality of Booleans
        want_bool(a, value == (now(b) != 0), depth + 1);
        want_bool(b, value == (now(a) != 0), depth + 1);
        return;
      }
      return want_relation(value ? info : opposite(info));
    }
    case Op::and_:
    case Op::or_:
      // One side is enough, or both must change: fix one, the next round fixes the other.
      want_bool(a, value, depth + 1);
      want_bool(b, value, depth + 1);
      return;
    case Op::xor_:
      want_bool(a, value != (now(b) != 0), depth + 1);
      want_bool(b, value != (now(a) != 0), depth + 1);
      return;
    case Op::ite: {
      want_bool(now(a) ? b : node.args[2], value, depth + 1);
      if ((now(now(a) ? node.args[2] : b) != 0) == value) want_bool(a, !now(a), depth + 1);
      return;
    }
    default:
      return;
  }
}

void Inverse::want_relation(const LiteralInfo& info) {
  if (!is_narrow(pool_.sort(info.a))) return;
  const uint64_t mask = low_mask(bit_width(pool_.sort(info.a)));
  switch (info.relation) {
    case Relation::eq:
      want(info.a, now(info.b), 0);
      want(info.b, now(info.a), 0);
      return;
    case Relation::ne:
      for (ExprId e : {info.a, info.b}) {
        want(e, (now(e) + 1) & mask, 0);
        want(e, (now(e) - 1) & mask, 0);
      }
      return;
    case Relation::ult:
    case Relation::ule:
      return want_order(info, false, info.relation == Relation::ult);
    case Relation::slt:
    case Relation::sle:
      return want_order(info, true, info.relation == Relation::slt);
    case Relation::none:
      return;
  }
}

void Inverse::want_order(const LiteralInfo& info, bool is_signed, bool strict) {
  const unsigned width = pool_.sort(info.a).width;
  const uint64_t mask = low_mask(width);
  const uint64_t sign = is_signed ? uint64_t{1} << (width - 1) : 0;
  const uint64_t a = now(info.a), b = now(info.b);
  if (strict && (b ^ sign) == 0 && (a ^ sign) == mask) return;
  if (!strict || (b ^ sign) != 0) want(info.a, (b - strict) & mask, 0);
  if (!strict || (a ^ sign) != mask) want(info.b, (a + strict) & mask, 0);
  if (a != b) want_swap(info.a, info.b);
  want(info.a, sign, 0);
  want(info.b, mask ^ sign, 0);
  // One further: odd where the limit is even, so that products can follow.
  want(info.a, (b - strict - 1) & mask, 0);
  want(info.b, (a + strict + 1) & mask, 0);
}

// Both at once: what a sorting program asks for.
void Inverse::want_swap(ExprId a, ExprId b) {
  if (pool_.op(a) != Op::variable || pool_.op(b) != Op::variable) return;
  out_->push_back({{pool_.var_of(a), now(b)}, {pool_.var_of(b), now(a)}});
}

void Inverse::want(ExprId term, uint64_t value, unsigned depth) {
  if (!may_visit(term, depth)) return;
  if (now(term) == value) return;
  const ExprNode node = pool_.node(term);
  if (node.sort.is_bool()) return want_bool(term, value != 0, depth + 1);
  switch (node.op) {
    case Op::variable:
      out_->push_back({{node.payload, value}});
      return;
    case Op::bv_add:
    case Op::bv_sub:
    case Op::bv_neg:
    case Op::bv_not:
      return want_arithmetic(node, value, depth + 1);
    case Op::bv_mul:
      return want_product(node, value, depth + 1);
    case Op::bv_udiv:
    case Op::bv_urem:
    case Op::bv_sdiv:
    case Op::bv_srem:
      return want_division(node, value, depth + 1);
    case Op::bv_and:
    case Op::bv_or:
    case Op::bv_xor:
      return want_bitwise(node, value, depth + 1);
    case Op::bv_shl:
    case Op::bv_lshr:
    case Op::bv_ashr:
      return want_shift(node, value, depth + 1);
    case Op::bv_concat:
    case Op::bv_extract:
    case Op::bv_zext:
    case Op::bv_sext:
      return want_parts(node, value, depth + 1);
    case Op::ite:
      return want_choice(node, value, depth + 1);
    case Op::lookup:
      return want_element(node, value, depth + 1);
    default:
      return;
  }
}

void Inverse::want_arithmetic(const ExprNode& node, uint64_t value, unsigned depth) {
  const uint64_t mask = low_mask(node.sort.width);
  const ExprId a = node.args[0], b = node.args[1];
  switch (node.op) {
    case Op::bv_add:
      want(a, (value - now(b)) & mask, depth);
      want(b, (value - now(a)) & mask, depth);
      return;
    case Op::bv_sub:
      want(a, (value + now(b)) & mask, depth);
      want(b, (now(a) - value) & mask, depth);
      return;
    case Op::bv_neg:
      return want(a, -value & mask, depth);
    default:
      return want(a, ~value & mask, depth);
  }
}

// x * y == value has a solution in x when value has at least as many factors two as y.
void Inverse::want_product(const ExprNode& node, uint64_t value, unsigned depth) {
  const unsigned width = node.sort.width;
  for (unsigned i = 0; i < 2; ++i) {
    const ExprId target = node.args[i];
    const uint64_t other = now(node.args[1 - i]);
    if (!settable(target)) continue;
    if (other % 2 == 0 && settable(node.args[1 - i])) {
      // Both at once: an odd factor divides everything.
      want_both(node.args[1 - i], other + 1, target,
                value * odd_inverse(other + 1) & low_mask(width), depth);
    }
    if (other == 0) continue;
    const unsigned twos = static_cast<unsigned>(std::countr_zero(other));
    if (value != 0 && static_cast<unsigned>(std::countr_zero(value)) < twos) continue;
    const unsigned bits = width - std::min(twos, width);
    const uint64_t factor = (value >> twos) * odd_inverse(other >> twos) & low_mask(bits);
    // The high bits do not matter; keep them.
    want(target, factor | (now(target) & ~low_mask(bits) & low_mask(width)), depth);
    if (twos > 0) want(target, factor, depth);
  }
}

// Every way for the one term with the first way for the other.
void Inverse::want_both(ExprId a, uint64_t a_value, ExprId b, uint64_t b_value, unsigned depth) {
  std::vector<WordChanges> firsts, seconds;
  std::vector<WordChanges>* const out = out_;
  out_ = &firsts;
  want(a, a_value, depth);
  out_ = &seconds;
  want(b, b_value, depth);
  out_ = out;
  if (firsts.empty() || seconds.empty()) return;
  for (WordChanges& changes : firsts) {
    changes.insert(changes.end(), seconds[0].begin(), seconds[0].end());
    out_->push_back(std::move(changes));
  }
}

void Inverse::want_division(const ExprNode& node, uint64_t value, unsigned depth) {
  const unsigned width = node.sort.width;
  const uint64_t mask = low_mask(width);
  const ExprId a = node.args[0];
  const uint64_t x = now(a), y = now(node.args[1]);
  if (y == 0) return;
  const int64_t sx = sign_extended(x, width), sy = sign_extended(y, width);
  if (sx == INT64_MIN && sy == -1) return;
  switch (node.op) {
    case Op::bv_udiv:
      want(a, (value * y + x % y) & mask, depth);
      want(a, value * y & mask, depth);
      break;
    case Op::bv_urem:
      want(a, (x - x % y + value) & mask, depth);
      break;
    case Op::bv_sdiv:
      want(a, value * y & mask, depth);
      want(a, (value * y + static_cast<uint64_t>(sx % sy)) & mask, depth);
      break;
    default:
      want(a, (x - static_cast<uint64_t>(sx % sy) + value) & mask, depth);
      want(a, value, depth);
      break;
  }
}

void Inverse::want_bitwise(const ExprNode& node, uint64_t value, unsigned depth) {
  for (unsigned i = 0; i < 2; ++i) {
    const ExprId target = node.args[i];
    const uint64_t other = now(node.args[1 - i]);
    if (!settable(target)) continue;
    if (node.op == Op::bv_xor) {
      want(target, value ^ other, depth);
    } else if (node.op == Op::bv_and) {
      if ((value & ~other) == 0) want(target, (now(target) & ~other) | value, depth);
    } else if ((other & ~value) == 0) {
      want(target, (now(target) & other) | (value & ~other), depth);
    }
  }
  // Both sides a little: a disjunction of parts, as when bytes are put together.
  if (node.op == Op::bv_or && settable(node.args[0]) && settable(node.args[1])) {
    const uint64_t extra = now(node.args[1]) & ~value;
    if (extra != 0) want(node.args[1], now(node.args[1]) & value, depth);
  }
}

void Inverse::want_shift(const ExprNode& node, uint64_t value, unsigned depth) {
  const unsigned width = node.sort.width;
  const ExprId a = node.args[0];
  const uint64_t distance = now(node.args[1]);
  if (distance >= width) return;
  const uint64_t lost = node.op == Op::bv_shl
                            ? ~low_mask(width - static_cast<unsigned>(distance)) & low_mask(width)
                            : low_mask(static_cast<unsigned>(distance));
  if (distance == 0) return want(a, value, depth);
  const uint64_t moved =
      node.op == Op::bv_shl ? value >> distance : value << distance & low_mask(width);
  want(a, moved | (now(a) & lost), depth);
}

void Inverse::want_parts(const ExprNode& node, uint64_t value, unsigned depth) {
  const ExprId a = node.args[0], b = node.args[1];
  if (!is_narrow(pool_.sort(a))) return;
  const unsigned a_width = pool_.sort(a).width;
  switch (node.op) {
    case Op::bv_extract: {
      const uint64_t mask = low_mask(node.sort.width) << node.payload;
      return want(a, (now(a) & ~mask) | value << node.payload, depth);
    }
    case Op::bv_zext:
      if (value <= low_mask(a_width)) want(a, value, depth);
      return;
    case Op::bv_sext:
      if (static_cast<uint64_t>(sign_extended(value & low_mask(a_width), a_width)) ==
          static_cast<uint64_t>(sign_extended(value, node.sort.width))) {
        want(a, value & low_mask(a_width), depth);
      }
      return;
    default: {
      const unsigned b_width = pool_.sort(b).width;
      const uint64_t high = value >> b_width, low = value & low_mask(b_width);
      if (now(a) == high) return want(b, low, depth);
      if (now(b) == low) return want(a, high, depth);
      return want_both(a, high, b, low, depth);
    }
  }
}

void Inverse::want_choice(const ExprNode& node, uint64_t value, unsigned depth) {
  const ExprId condition = node.args[0];
  const bool taken = now(condition) != 0;
  const ExprId chosen = node.args[taken ? 1 : 2], other = node.args[taken ? 2 : 1];
  if (now(other) == value) want_bool(condition, !taken, depth);
  want(chosen, value, depth);
}

void Inverse::want_element(const ExprNode& node, uint64_t value, unsigned depth) {
  const std::span<const ExprId> elements = pool_.elements(node.payload);
  const ExprId index = node.args[0];
  if (!settable(index)) return;
  const size_t limit = std::min(elements.size(), max_searched_elements);
  visits_ += limit / elements_per_visit;
  for (size_t i = 0; i < limit; ++i) {
    if (i > low_mask(bit_width(pool_.sort(index)))) return;
    if (now(elements[i]) == value) want(index, i, depth);
  }
  // Not there: make the chosen element what is wanted.
  want(elements[std::min<uint64_t>(now(index), elements.size() - 1)], value, depth);
}

}  // namespace cuttle
