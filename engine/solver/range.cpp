// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/range.h"

#include <algorithm>
#include <bit>

namespace cuttle {

namespace {

int64_t signed_min(unsigned width) {
  return width >= 64 ? INT64_MIN : -(int64_t{1} << (width - 1));
}
int64_t signed_max(unsigned width) {
  return width >= 64 ? INT64_MAX : (int64_t{1} << (width - 1)) - 1;
}

// The bits above the highest one in which the two differ are the same for all between them.
uint64_t common_prefix_mask(uint64_t low, uint64_t high, uint64_t mask) {
  const uint64_t different = low ^ high;
  if (different == 0) return mask;
  return mask & ~low_mask(64 - static_cast<unsigned>(std::countl_zero(different)));
}

}  // namespace

Range Range::full(unsigned width) {
  return {0, low_mask(width), signed_min(width), signed_max(width), 0, 0, width, false};
}

Range Range::constant(unsigned width, uint64_t value) {
  const int64_t as_signed = sign_extended(value, width);
  return {value, value, as_signed, as_signed, ~value & low_mask(width), value, width, false};
}

Range Range::between(unsigned width, uint64_t low, uint64_t high) {
  Range result = full(width);
  result.low = low;
  result.high = high;
  result.tighten();
  return result;
}

Range Range::signed_between(unsigned width, int64_t low, int64_t high) {
  Range result = full(width);
  result.signed_low = low;
  result.signed_high = high;
  result.tighten();
  return result;
}

Range Range::bits(unsigned width, uint64_t zeros, uint64_t ones) {
  Range result = full(width);
  result.zeros = zeros & low_mask(width);
  result.ones = ones & low_mask(width);
  result.tighten();
  return result;
}

Range Range::truth(bool may_be_false, bool may_be_true) {
  if (may_be_false && may_be_true) return full(1);
  if (may_be_false || may_be_true) return constant(1, may_be_true);
  return {.width = 1, .empty = true};
}

bool Range::contains(uint64_t value) const {
  const int64_t as_signed = sign_extended(value, width);
  return !empty && low <= value && value <= high && signed_low <= as_signed &&
         as_signed <= signed_high && (value & zeros) == 0 && (value & ones) == ones;
}

// One view after another until nothing changes; two or three rounds in practice.
void Range::tighten() {
  for (int round = 0; round < 8 && !empty; ++round) {
    const Range before = *this;
    low = std::max(low, ones);
    high = std::min(high, mask() & ~zeros);
    if (low > high || (zeros & ones) != 0 || signed_low > signed_high) {
      empty = true;
      return;
    }
    // An interval that does not cross the sign border is an interval in the other view too.
    const uint64_t sign = uint64_t{1} << (width - 1);
    if ((low & sign) == (high & sign)) {
      signed_low = std::max(signed_low, sign_extended(low, width));
      signed_high = std::min(signed_high, sign_extended(high, width));
    }
    if (signed_low > signed_high) {
      empty = true;
      return;
    }
    if ((signed_low < 0) == (signed_high < 0)) {
      low = std::max(low, static_cast<uint64_t>(signed_low) & mask());
      high = std::min(high, static_cast<uint64_t>(signed_high) & mask());
      if (low > high) {
        empty = true;
        return;
      }
    }
    const uint64_t prefix = common_prefix_mask(low, high, mask());
    ones |= low & prefix;
    zeros |= ~low & prefix;
    if (*this == before) return;
  }
}

bool Range::meet(const Range& other) {
  if (empty) return false;
  const Range before = *this;
  low = std::max(low, other.low);
  high = std::min(high, other.high);
  signed_low = std::max(signed_low, other.signed_low);
  signed_high = std::min(signed_high, other.signed_high);
  zeros |= other.zeros;
  ones |= other.ones;
  empty = other.empty;
  if (*this == before) return false;
  tighten();
  return true;
}

bool Range::exclude(uint64_t value) {
  if (empty) return false;
  const Range before = *this;
  if (value == low) low == high ? void(empty = true) : void(++low);
  if (!empty && value == high) low == high ? void(empty = true) : void(--high);
  const int64_t as_signed = sign_extended(value, width);
  if (!empty && as_signed == signed_low && signed_low < signed_high) ++signed_low;
  if (!empty && as_signed == signed_high && signed_low < signed_high) --signed_high;
  if (*this == before) return false;
  tighten();
  return true;
}

Range Range::join(const Range& a, const Range& b) {
  if (a.empty) return b;
  if (b.empty) return a;
  return {std::min(a.low, b.low),
          std::max(a.high, b.high),
          std::min(a.signed_low, b.signed_low),
          std::max(a.signed_high, b.signed_high),
          a.zeros & b.zeros,
          a.ones & b.ones,
          a.width,
          false};
}

bool may_be_equal(const Range& a, const Range& b) {
  Range both = a;
  both.meet(b);
  return !both.empty;
}

bool may_be_different(const Range& a, const Range& b) {
  return !a.empty && !b.empty && !(a.is_constant() && b.is_constant() && a.low == b.low);
}

}  // namespace cuttle
