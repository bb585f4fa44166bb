// SPDX-License-Identifier: Apache-2.0
// From the range of a result to those of its arguments.
#include <algorithm>

#include "engine/solver/range_ops.h"

namespace cuttle {

namespace {

bool is_true(const Range& r) {
  return r.low == 1;
}
bool is_false(const Range& r) {
  return r.high == 0;
}

bool order(Op op, bool holds, Range& a, Range& b) {
  const bool is_signed = op == Op::bv_slt || op == Op::bv_sle;
  const bool less = op == Op::bv_ult || op == Op::bv_slt;
  // not (a < b) is b <= a.
  Range& small = holds ? a : b;
  Range& large = holds ? b : a;
  const bool strict = less == holds;
  bool changed = small.meet(range_below(large, is_signed, strict));
  changed |= large.meet(range_above(small, is_signed, strict));
  return changed;
}

bool equality(bool holds, Range& a, Range& b) {
  if (holds) {
    const bool changed = a.meet(b);
    return b.meet(a) || changed;
  }
  bool changed = b.is_constant() && a.exclude(b.low);
  changed |= a.is_constant() && b.exclude(a.low);
  return changed;
}

// a AND b = result, bit by bit.
bool conjunction(const Range& result, Range& a, Range& b) {
  bool changed = a.meet(Range::bits(a.width, result.zeros & b.ones, result.ones));
  changed |= b.meet(Range::bits(b.width, result.zeros & a.ones, result.ones));
  return changed;
}

bool disjunction(const Range& result, Range& a, Range& b) {
  bool changed = a.meet(Range::bits(a.width, result.zeros, result.ones & b.zeros));
  changed |= b.meet(Range::bits(b.width, result.zeros, result.ones & a.zeros));
  return changed;
}

bool parity(const Range& result, Range& a, Range& b) {
  const Range none = Range::full(1);
  bool changed = a.meet(range_forward(Op::bv_xor, a.width, 0, result, b, none));
  changed |= b.meet(range_forward(Op::bv_xor, b.width, 0, result, a, none));
  return changed;
}

bool choice(const Range& result, Range& condition, Range& a, Range& b) {
  bool changed = false;
  if (!may_be_equal(a, result)) changed |= condition.meet(Range::constant(1, 0));
  if (!may_be_equal(b, result)) changed |= condition.meet(Range::constant(1, 1));
  if (is_true(condition)) changed |= a.meet(result);
  if (is_false(condition)) changed |= b.meet(result);
  return changed;
}

bool concat(const Range& result, Range& high, Range& low) {
  bool changed =
      high.meet(Range::between(high.width, result.low >> low.width, result.high >> low.width));
  changed |=
      high.meet(Range::bits(high.width, result.zeros >> low.width, result.ones >> low.width));
  changed |= low.meet(Range::bits(low.width, result.zeros, result.ones));
  if (result.low >> low.width == result.high >> low.width) {
    changed |=
        low.meet(Range::between(low.width, result.low & low.mask(), result.high & low.mask()));
  }
  return changed;
}

bool shift(Op op, const Range& result, Range& a, const Range& b) {
  if (!b.is_constant() || b.low >= a.width) return false;
  const unsigned by = static_cast<unsigned>(b.low);
  if (op == Op::bv_shl) {
    return a.meet(Range::bits(a.width, result.zeros >> by, result.ones >> by));
  }
  bool changed = a.meet(Range::bits(a.width, result.zeros << by, result.ones << by));
  if (op == Op::bv_lshr && result.high <= a.mask() >> by) {
    changed |= a.meet(Range::between(a.width, result.low << by, result.high << by | low_mask(by)));
  }
  return changed;
}

bool division(const Range& result, Range& a, const Range& b) {
  if (!b.is_constant() || b.low == 0) return false;
  const uint128 high = uint128(result.high) * b.low + (b.low - 1);
  const uint64_t top = high > a.mask() ? a.mask() : static_cast<uint64_t>(high);
  const uint128 low = uint128(result.low) * b.low;
  if (low > a.mask()) {
    a.empty = true;
    return true;
  }
  return a.meet(Range::between(a.width, static_cast<uint64_t>(low), top));
}

bool arithmetic(Op op, const Range& result, Range& a, Range& b) {
  const Range none = Range::full(1);
  if (op == Op::bv_add) {
    bool changed = a.meet(range_forward(Op::bv_sub, a.width, 0, result, b, none));
    // A constant added to an interval that wraps: the interval before is exact all the same.
    if (b.is_constant() && result.low >= b.low) {
      changed |= a.meet(Range::between(a.width, result.low - b.low, result.high - b.low));
    } else if (b.is_constant() && result.high < b.low) {
      changed |= a.meet(Range::between(a.width, (result.low - b.low) & a.mask(),
                                       (result.high - b.low) & a.mask()));
    }
    changed |= b.meet(range_forward(Op::bv_sub, b.width, 0, result, a, none));
    return changed;
  }
  bool changed = a.meet(range_forward(Op::bv_add, a.width, 0, result, b, none));
  changed |= b.meet(range_forward(Op::bv_sub, b.width, 0, a, result, none));
  return changed;
}

}  // namespace

bool range_backward(Op op, uint32_t payload, const Range& result, Range& a, Range& b, Range& c) {
  if (result.empty || a.empty || b.empty || c.empty) return false;
  switch (op) {
    case Op::not_:
    case Op::bv_not:
    case Op::bv_neg:
      return a.meet(range_forward(op, a.width, 0, result, result, result));
    case Op::and_:
    case Op::bv_and:
      return conjunction(result, a, b);
    case Op::or_:
    case Op::bv_or:
      return disjunction(result, a, b);
    case Op::xor_:
    case Op::bv_xor:
      return parity(result, a, b);
    case Op::ite:
      return choice(result, a, b, c);
    case Op::eq:
      return (is_true(result) || is_false(result)) && equality(is_true(result), a, b);
    case Op::bv_ult:
    case Op::bv_ule:
    case Op::bv_slt:
    case Op::bv_sle:
      return (is_true(result) || is_false(result)) && order(op, is_true(result), a, b);
    case Op::bv_add:
    case Op::bv_sub:
      return arithmetic(op, result, a, b);
    case Op::bv_udiv:
      return division(result, a, b);
    case Op::bv_shl:
    case Op::bv_lshr:
    case Op::bv_ashr:
      return shift(op, result, a, b);
    case Op::bv_concat:
      return concat(result, a, b);
    case Op::bv_extract:
      return a.meet(
          Range::bits(a.width, (result.zeros & result.mask()) << payload, result.ones << payload));
    case Op::bv_zext:
      return a.meet(
          Range::between(a.width, std::min(result.low, a.mask()), std::min(result.high, a.mask())));
    case Op::bv_sext:
      return a.meet(
          Range::signed_between(a.width,
                                std::clamp(result.signed_low, Range::full(a.width).signed_low,
                                           Range::full(a.width).signed_high),
                                std::clamp(result.signed_high, Range::full(a.width).signed_low,
                                           Range::full(a.width).signed_high)));
    default:
      return false;
  }
}

}  // namespace cuttle
