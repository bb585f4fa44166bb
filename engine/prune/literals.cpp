// SPDX-License-Identifier: Apache-2.0
#include "engine/prune/literals.h"

#include <optional>

namespace cuttle {
namespace {

// A condition on one term as the values that it allows: those in [low, high], in signed or unsigned
// order, or all but these.
struct Range {
  ExprId term;
  unsigned width = 0;
  bool is_signed = false;
  bool any_order = false;  // a single value: the order does not matter
  bool outside = false;    // all values but low == high
  uint64_t low = 0, high = 0;
};

uint64_t mask(unsigned width) {
  return width == 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1;
}
// Makes signed order look like unsigned order.
uint64_t flip(uint64_t value, const Range& r) {
  return r.is_signed ? value ^ (uint64_t{1} << (r.width - 1)) : value;
}

std::optional<Range> compare(const ExprPool& pool, Op op, ExprId a, ExprId b) {
  const bool left = pool.is_constant(a);
  if (left == pool.is_constant(b)) return {};
  Range r;
  r.term = left ? b : a;
  const Sort sort = pool.sort(r.term);
  if (!sort.is_bits() || sort.width > 64) return {};
  r.width = sort.width;
  const uint64_t c = pool.value(left ? a : b).low64();
  if (op == Op::eq) {
    r.any_order = true;
    r.low = r.high = c;
    return r;
  }
  r.is_signed = op == Op::bv_slt || op == Op::bv_sle;
  const bool strict = op == Op::bv_slt || op == Op::bv_ult;
  const uint64_t key = flip(c, r);
  r.low = left ? key : 0;
  r.high = left ? mask(r.width) : key;
  if (strict) {
    if (key == (left ? mask(r.width) : 0)) return {};
    left ? ++r.low : --r.high;
  }
  return r;
}

std::optional<Range> range_of(const ExprPool& pool, ExprId e) {
  const bool negated = pool.op(e) == Op::not_;
  if (negated) e = pool.arg(e, 0);
  const Op op = pool.op(e);
  const bool compares =
      op == Op::eq || op == Op::bv_slt || op == Op::bv_sle || op == Op::bv_ult || op == Op::bv_ule;
  if (!compares) return {};
  std::optional<Range> r = compare(pool, op, pool.arg(e, 0), pool.arg(e, 1));
  if (!r || !negated) return r;
  if (op == Op::eq) {
    r->outside = true;
  } else if (r->low > 0 && r->high == mask(r->width)) {
    r->high = r->low - 1;
    r->low = 0;
  } else if (r->low == 0 && r->high < mask(r->width)) {
    r->low = r->high + 1;
    r->high = mask(r->width);
  } else {
    return {};
  }
  return r;
}

}  // namespace

bool surely_implies(const ExprPool& pool, ExprId a, ExprId b) {
  if (a == b) return true;
  const auto ra = range_of(pool, a), rb = range_of(pool, b);
  if (!ra || !rb || ra->term != rb->term) return false;
  if (ra->outside) return rb->outside && ra->low == rb->low;
  if (ra->any_order) {
    const uint64_t value = rb->any_order ? ra->low : flip(ra->low, *rb);
    const bool inside = rb->low <= value && value <= rb->high;
    return inside != rb->outside;
  }
  if (rb->any_order) {  // eq: the range must be that value; ne: must not contain it
    const uint64_t value = flip(rb->low, *ra);
    return rb->outside ? value < ra->low || ra->high < value
                       : ra->low == value && ra->high == value;
  }
  return ra->is_signed == rb->is_signed && rb->low <= ra->low && ra->high <= rb->high;
}

Pinned pinned_by(const ExprPool& pool, ExprId condition) {
  if (pool.op(condition) != Op::eq) return {};
  const ExprId a = pool.arg(condition, 0), b = pool.arg(condition, 1);
  if (pool.is_constant(a) && pool.op(b) == Op::variable) return {b, a};
  if (pool.is_constant(b) && pool.op(a) == Op::variable) return {a, b};
  return {};
}

}  // namespace cuttle
