// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/expr/bits.h"
#include "engine/expr/expr.h"
#include "engine/support/check.h"

namespace cuttle {

// One argument of a narrow operation.
struct NarrowArg {
  uint64_t bits = 0;
  unsigned width = 1;  // a Bool has width 1 here

  int64_t as_signed() const { return sign_extended(bits, width); }
  bool negative() const { return bits >> (width - 1) & 1; }
  uint64_t magnitude() const { return (negative() ? -bits : bits) & low_mask(width); }
};

// Whether narrow_apply() knows the operation.
inline bool has_narrow_form(Op op) {
  return op >= Op::not_ && op <= Op::bv_sext && op != Op::ite;
}

// The value of a Boolean or bit-vector operation when result and arguments have at most 64 bits.
// `width` is that of the result.
inline uint64_t narrow_apply(Op op, unsigned width, NarrowArg a, NarrowArg b, uint32_t payload) {
  const uint64_t mask = low_mask(width);
  switch (op) {
    case Op::not_:
      return a.bits ^ 1;
    case Op::and_:
    case Op::bv_and:
      return a.bits & b.bits;
    case Op::or_:
    case Op::bv_or:
      return a.bits | b.bits;
    case Op::xor_:
    case Op::bv_xor:
      return a.bits ^ b.bits;
    case Op::eq:
      return a.bits == b.bits;
    case Op::bv_not:
      return ~a.bits & mask;
    case Op::bv_neg:
      return -a.bits & mask;
    case Op::bv_add:
      return (a.bits + b.bits) & mask;
    case Op::bv_sub:
      return (a.bits - b.bits) & mask;
    case Op::bv_mul:
      return (a.bits * b.bits) & mask;
    case Op::bv_udiv:
      return b.bits ? a.bits / b.bits : mask;
    case Op::bv_urem:
      return b.bits ? a.bits % b.bits : a.bits;
    case Op::bv_sdiv: {
      if (!b.bits) return a.negative() ? 1 : mask;
      uint64_t quotient = a.magnitude() / b.magnitude();
      return (a.negative() != b.negative() ? -quotient : quotient) & mask;
    }
    case Op::bv_srem: {
      if (!b.bits) return a.bits;
      uint64_t rest = a.magnitude() % b.magnitude();
      return (a.negative() ? -rest : rest) & mask;
    }
    case Op::bv_shl:
      return b.bits >= width ? 0 : a.bits << b.bits & mask;
    case Op::bv_lshr:
      return b.bits >= width ? 0 : a.bits >> b.bits;
    case Op::bv_ashr: {
      uint64_t distance = b.bits >= width ? width - 1 : b.bits;
      return static_cast<uint64_t>(a.as_signed() >> distance) & mask;
    }
    case Op::bv_ult:
      return a.bits < b.bits;
    case Op::bv_ule:
      return a.bits <= b.bits;
    case Op::bv_slt:
      return a.as_signed() < b.as_signed();
    case Op::bv_sle:
      return a.as_signed() <= b.as_signed();
    case Op::bv_concat:
      return a.bits << b.width | b.bits;
    case Op::bv_extract:
      return a.bits >> payload & mask;
    case Op::bv_zext:
      return a.bits;
    case Op::bv_sext:
      return static_cast<uint64_t>(a.as_signed()) & mask;
    default:
      CUTTLE_CHECK(false, "not an operation on narrow bit-vectors");
  }
}

}  // namespace cuttle
