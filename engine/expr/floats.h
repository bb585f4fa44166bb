// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmpxx.h>

#include "engine/expr/expr.h"
#include "engine/expr/value.h"

namespace cuttle {

// IEEE 754 arithmetic on the formats of float_format(), exact in every rounding mode: operations
// are computed on unbounded integers and rounded once. What IEEE or SMT-LIB leave open is fixed:
//   - every NaN is the canonical one (Value);
//   - f_min and f_max of zeros of different sign give -0 and +0, of a NaN and x give x;
//   - f_to_signed of what does not fit gives the least number, f_to_unsigned all ones (as x86
//   does).

// The value of a float operation (the f_ group of Op). `result` is the sort of the result.
Value float_apply(Op op, Sort result, RoundingMode mode, const Value* args);

// The same without the host's arithmetic (which float_apply uses where the host has the format).
Value float_apply_exact(Op op, Sort result, RoundingMode mode, const Value* args);

// A float in another format.
Value float_convert(const Value& value, unsigned width, RoundingMode mode);

// The pattern with the one NaN that we use and, for 80 bits, the integer bit that belongs there.
Value canonical_float_bits(const Value& bits);

// A float taken apart. `finite` is magnitude * 2^exponent with magnitude > 0.
struct UnpackedFloat {
  enum class Kind : uint8_t { nan, infinite, zero, finite };
  Kind kind = Kind::nan;
  bool negative = false;
  mpz_class magnitude;
  long exponent = 0;

  bool is(Kind k) const { return kind == k; }
};
UnpackedFloat unpack_float(const Value& value);

// The float of `width` bits nearest, by `mode`, to `number`. `sticky` says that the true magnitude
// is a little larger (by less than its last bit); the magnitude must then have two bits more than
// the format's significand.
Value pack_float(const UnpackedFloat& number, unsigned width, RoundingMode mode,
                 bool sticky = false);

}  // namespace cuttle
