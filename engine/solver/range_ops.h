// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/expr/expr.h"
#include "engine/solver/range.h"

namespace cuttle {

// How ranges go through one operation on narrow terms. Both directions are sound: no value that is
// possible gets lost.

// The values of op(a, b) (`c` for the third argument of ite).
Range range_forward(Op op, unsigned width, uint32_t payload, const Range& a, const Range& b,
                    const Range& c);

// Tightens the arguments, given the range of the result. Returns whether any got smaller.
bool range_backward(Op op, uint32_t payload, const Range& result, Range& a, Range& b, Range& c);

// Ranges of terms between which a comparison holds.
Range range_below(const Range& other, bool is_signed, bool strict);
Range range_above(const Range& other, bool is_signed, bool strict);

}  // namespace cuttle
