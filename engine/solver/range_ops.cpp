// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/range_ops.h"

#include <algorithm>
#include <bit>

namespace cuttle {

namespace {

bool is_true(const Range& r) {
  return r.low == 1;
}
bool is_false(const Range& r) {
  return r.high == 0;
}

// The low bits that are known in both.
unsigned known_low_bits(const Range& a, const Range& b) {
  return static_cast<unsigned>(std::countr_one((a.zeros | a.ones) & (b.zeros | b.ones)));
}

// What is known when the low `count` bits of the result are those of `value`.
Range low_bits(unsigned width, unsigned count, uint64_t value) {
  const uint64_t mask = low_mask(std::min(count, width));
  return Range::bits(width, ~value & mask, value & mask);
}

Range add(unsigned width, const Range& a, const Range& b) {
  Range result = low_bits(width, known_low_bits(a, b), a.ones + b.ones);
  const uint128 low = uint128(a.low) + b.low, high = uint128(a.high) + b.high;
  const uint64_t mask = low_mask(width);
  // The whole interval wraps, or nothing of it.
  if (low >> width == high >> width) {
    result.meet(Range::between(width, static_cast<uint64_t>(low) & mask,
                               static_cast<uint64_t>(high) & mask));
  }
  int64_t signed_low, signed_high;
  const Range all = Range::full(width);
  if (!__builtin_add_overflow(a.signed_low, b.signed_low, &signed_low) &&
      !__builtin_add_overflow(a.signed_high, b.signed_high, &signed_high) &&
      signed_low >= all.signed_low && signed_high <= all.signed_high) {
    result.meet(Range::signed_between(width, signed_low, signed_high));
  }
  return result;
}

Range negated(const Range& a) {
  const uint64_t mask = a.mask();
  Range result = low_bits(a.width, known_low_bits(a, a), -a.ones);
  if (a.low > 0) result.meet(Range::between(a.width, -a.high & mask, -a.low & mask));
  if (a.signed_low > Range::full(a.width).signed_low) {
    result.meet(Range::signed_between(a.width, -a.signed_high, -a.signed_low));
  }
  return result;
}

Range sub(unsigned width, const Range& a, const Range& b) {
  Range result = low_bits(width, known_low_bits(a, b), a.ones - b.ones);
  if (a.low >= b.high) result.meet(Range::between(width, a.low - b.high, a.high - b.low));
  int64_t signed_low, signed_high;
  const Range all = Range::full(width);
  if (!__builtin_sub_overflow(a.signed_low, b.signed_high, &signed_low) &&
      !__builtin_sub_overflow(a.signed_high, b.signed_low, &signed_high) &&
      signed_low >= all.signed_low && signed_high <= all.signed_high) {
    result.meet(Range::signed_between(width, signed_low, signed_high));
  }
  return result;
}

Range mul(unsigned width, const Range& a, const Range& b) {
  const unsigned known = std::min<unsigned>(known_low_bits(a, b), width);
  Range result = low_bits(width, known, a.ones * b.ones);
  const unsigned twos = static_cast<unsigned>(std::countr_one(a.zeros) + std::countr_one(b.zeros));
  result.meet(low_bits(width, std::min(twos, width), 0));
  const uint128 high = uint128(a.high) * b.high;
  if (high <= low_mask(width)) {
    result.meet(Range::between(width, a.low * b.low, static_cast<uint64_t>(high)));
  }
  return result;
}

Range divide(Op op, unsigned width, const Range& a, const Range& b) {
  switch (op) {
    case Op::bv_udiv:
      if (b.low == 0) break;
      return Range::between(width, a.low / b.high, a.high / b.low);
    case Op::bv_urem:
      if (b.low == 0) return Range::between(width, 0, a.high);
      if (a.high < b.low) return a;
      return Range::between(width, 0, std::min(a.high, b.high - 1));
    case Op::bv_sdiv:
      if (b.signed_low <= 0) break;
      return Range::signed_between(
          width, std::min(a.signed_low / b.signed_low, a.signed_low / b.signed_high),
          std::max(a.signed_high / b.signed_low, a.signed_high / b.signed_high));
    default:
      if (b.signed_low <= 0) break;
      return Range::signed_between(width, a.signed_low >= 0 ? 0 : 1 - b.signed_high,
                                   a.signed_high <= 0 ? 0 : b.signed_high - 1);
  }
  return Range::full(width);
}

// By a known distance only.
Range shift(Op op, unsigned width, const Range& a, const Range& b) {
  if (!b.is_constant() || b.low >= width) {
    if (op == Op::bv_lshr) return Range::between(width, 0, a.high);
    return Range::full(width);
  }
  const unsigned by = static_cast<unsigned>(b.low);
  const uint64_t mask = low_mask(width);
  switch (op) {
    case Op::bv_shl: {
      Range result = Range::bits(width, (a.zeros << by | low_mask(by)) & mask, a.ones << by & mask);
      if (a.high <= mask >> by) result.meet(Range::between(width, a.low << by, a.high << by));
      return result;
    }
    case Op::bv_lshr: {
      Range result =
          Range::bits(width, a.zeros >> by | (mask & ~(mask >> by)), (a.ones & mask) >> by);
      result.meet(Range::between(width, a.low >> by, a.high >> by));
      return result;
    }
    default:
      return Range::signed_between(width, a.signed_low >> by, a.signed_high >> by);
  }
}

Range compare(Op op, const Range& a, const Range& b) {
  switch (op) {
    case Op::bv_ult:
      return Range::truth(a.high >= b.low, a.low < b.high);
    case Op::bv_ule:
      return Range::truth(a.high > b.low, a.low <= b.high);
    case Op::bv_slt:
      return Range::truth(a.signed_high >= b.signed_low, a.signed_low < b.signed_high);
    case Op::bv_sle:
      return Range::truth(a.signed_high > b.signed_low, a.signed_low <= b.signed_high);
    default:
      return Range::truth(may_be_different(a, b), may_be_equal(a, b));
  }
}

Range extract(unsigned width, unsigned lowest, const Range& a) {
  Range result = Range::bits(width, a.zeros >> lowest, a.ones >> lowest);
  const uint64_t low = a.low >> lowest, high = a.high >> lowest;
  // Within one block of the bits above, the interval stays an interval.
  if (width >= 64 || low >> width == high >> width) {
    result.meet(Range::between(width, low & low_mask(width), high & low_mask(width)));
  }
  return result;
}

Range concat(unsigned width, const Range& a, const Range& b) {
  Range result = Range::bits(width, a.zeros << b.width | b.zeros, a.ones << b.width | b.ones);
  result.meet(Range::between(width, a.low << b.width | b.low, a.high << b.width | b.high));
  return result;
}

}  // namespace

Range range_below(const Range& other, bool is_signed, bool strict) {
  const Range all = Range::full(other.width);
  if (is_signed) {
    if (strict && other.signed_high == all.signed_low) return {.width = other.width, .empty = true};
    return Range::signed_between(other.width, all.signed_low, other.signed_high - strict);
  }
  if (strict && other.high == 0) return {.width = other.width, .empty = true};
  return Range::between(other.width, 0, other.high - strict);
}

Range range_above(const Range& other, bool is_signed, bool strict) {
  const Range all = Range::full(other.width);
  if (is_signed) {
    if (strict && other.signed_low == all.signed_high) return {.width = other.width, .empty = true};
    return Range::signed_between(other.width, other.signed_low + strict, all.signed_high);
  }
  if (strict && other.low == all.high) return {.width = other.width, .empty = true};
  return Range::between(other.width, other.low + strict, all.high);
}

Range range_forward(Op op, unsigned width, uint32_t payload, const Range& a, const Range& b,
                    const Range& c) {
  const uint64_t mask = low_mask(width);
  if (a.empty || b.empty || c.empty) return {.width = width, .empty = true};
  switch (op) {
    case Op::not_:
    case Op::bv_not: {
      Range result = Range::bits(width, a.ones, a.zeros);
      result.meet(Range::between(width, ~a.high & mask, ~a.low & mask));
      result.meet(Range::signed_between(width, ~a.signed_high, ~a.signed_low));
      return result;
    }
    case Op::and_:
    case Op::bv_and: {
      Range result = Range::bits(width, a.zeros | b.zeros, a.ones & b.ones);
      result.meet(Range::between(width, 0, std::min(a.high, b.high)));
      // The low bits: as with extract.
      if (b.is_constant() && (b.low & (b.low + 1)) == 0 && (a.low & ~b.low) == (a.high & ~b.low))
        result.meet(Range::between(width, a.low & b.low, a.high & b.low));
      return result;
    }
    case Op::or_:
    case Op::bv_or: {
      Range result = Range::bits(width, a.zeros & b.zeros, a.ones | b.ones);
      result.meet(Range::between(width, std::max(a.low, b.low), mask));
      return result;
    }
    case Op::xor_:
    case Op::bv_xor:
      return Range::bits(width, (a.zeros & b.zeros) | (a.ones & b.ones),
                         (a.zeros & b.ones) | (a.ones & b.zeros));
    case Op::ite:
      return is_true(a) ? b : is_false(a) ? c : Range::join(b, c);
    case Op::eq:
    case Op::bv_ult:
    case Op::bv_ule:
    case Op::bv_slt:
    case Op::bv_sle:
      return compare(op, a, b);
    case Op::bv_neg:
      return negated(a);
    case Op::bv_add:
      return add(width, a, b);
    case Op::bv_sub:
      return sub(width, a, b);
    case Op::bv_mul:
      return mul(width, a, b);
    case Op::bv_udiv:
    case Op::bv_urem:
    case Op::bv_sdiv:
    case Op::bv_srem:
      return divide(op, width, a, b);
    case Op::bv_shl:
    case Op::bv_lshr:
    case Op::bv_ashr:
      return shift(op, width, a, b);
    case Op::bv_concat:
      return concat(width, a, b);
    case Op::bv_extract:
      return extract(width, payload, a);
    case Op::bv_zext:
      return Range::between(width, a.low, a.high);
    case Op::bv_sext:
      return Range::signed_between(width, a.signed_low, a.signed_high);
    default:
      return Range::full(width);
  }
}

}  // namespace cuttle
