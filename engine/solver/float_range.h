// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/expr/expr.h"
#include "engine/expr/sort.h"
#include "engine/solver/range.h"

namespace cuttle {

// Ranges of floats of 32 and 64 bits are ranges of their patterns: those of numbers that are not
// negative have the order of the numbers. Enough to see that what was read from a few digits is
// neither infinite nor NaN, which takes a bit-blaster tenths of a second.
inline bool has_float_range(Sort sort) {
  return sort.is_float() && (sort.width == 32 || sort.width == 64);
}

// The values of an operation of the f_ group, from the ranges of its arguments; everything where
// these may be negative or NaN. `argument` is the sort of the first.
Range float_range_forward(Op op, unsigned width, uint32_t payload, Sort argument, const Range& a,
                          const Range& b);

}  // namespace cuttle
