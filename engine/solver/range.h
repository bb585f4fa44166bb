// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "engine/expr/bits.h"

namespace cuttle {

// A superset of the values that a term of up to 64 bits can have: an unsigned interval, a signed
// interval, and known bits, each of which tightens the others. Booleans have width 1.
struct Range {
  uint64_t low = 0, high = ~uint64_t{0};
  int64_t signed_low = INT64_MIN, signed_high = INT64_MAX;
  uint64_t zeros = 0, ones = 0;  // the bits known to be 0 and 1
  uint32_t width = 64;
  bool empty = false;

  static Range full(unsigned width);
  static Range constant(unsigned width, uint64_t value);
  static Range between(unsigned width, uint64_t low, uint64_t high);
  static Range signed_between(unsigned width, int64_t low, int64_t high);
  static Range bits(unsigned width, uint64_t zeros, uint64_t ones);
  static Range truth(bool may_be_false, bool may_be_true);

  uint64_t mask() const { return low_mask(width); }
  bool is_constant() const { return !empty && low == high; }
  bool contains(uint64_t value) const;

  // Each returns whether the range became smaller.
  bool meet(const Range& other);
  bool exclude(uint64_t value);

  // The smallest range that covers both.
  static Range join(const Range& a, const Range& b);

  friend bool operator==(const Range&, const Range&) = default;

 private:
  void tighten();
};

// Is there a pair of values for which the comparison holds?
bool may_be_equal(const Range& a, const Range& b);
bool may_be_different(const Range& a, const Range& b);

}  // namespace cuttle
