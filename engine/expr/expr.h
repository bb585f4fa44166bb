// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

namespace cuttle {

// An expression of some ExprPool. Equal ids of one pool mean structurally equal expressions, so
// comparing ids is comparing expressions. Id 0 is "none".
struct ExprId {
  uint32_t index = 0;

  explicit operator bool() const { return index != 0; }
  friend bool operator==(ExprId, ExprId) = default;
  friend auto operator<=>(ExprId, ExprId) = default;
};

// A variable of a pool: an input of the program under test. Dense from 0.
using VarId = uint32_t;

// Operations. Comments give the arguments; `p` is the payload (ExprNode::payload).
enum class Op : uint8_t {
  none,
  constant,  // its Value is in the pool
  variable,  // p = VarId

  // Booleans
  not_,  // a
  and_,  // a b
  or_,   // a b
  xor_,  // a b
  ite,   // condition a b; a and b of any one sort
  eq,    // a b, of any one sort (IEEE patterns are compared through feq; eq on floats is SMT =)

  // Bit-vectors; both arguments have the width of the result unless said otherwise.
  bv_not,
  bv_neg,
  bv_and,
  bv_or,
  bv_xor,
  bv_add,
  bv_sub,
  bv_mul,
  bv_udiv,  // x / 0 = all ones, as in SMT-LIB
  bv_urem,  // x % 0 = x
  bv_sdiv,  // as in SMT-LIB
  bv_srem,  // sign follows the dividend
  bv_shl,   // shifting by width or more gives 0 (ashr: the sign)
  bv_lshr,
  bv_ashr,
  bv_ult,  // -> Bool
  bv_ule,
  bv_slt,
  bv_sle,
  bv_concat,   // high low
  bv_extract,  // a; p = lowest bit, the width is the sort's
  bv_zext,     // a; the new width is the sort's
  bv_sext,
  lookup,  // index; p = TableId. The table's element at `index`, its last element beyond the end.

  // Floats, round to nearest even unless p holds a RoundingMode.
  f_neg,
  f_abs,
  f_add,
  f_sub,
  f_mul,
  f_div,
  f_rem,   // fmod of C (truncated quotient)
  f_fma,   // a b c
  f_sqrt,  // a
  f_min,
  f_max,
  f_round,  // a; p = RoundingMode, to an integral value
  f_eq,     // -> Bool, IEEE comparison
  f_lt,
  f_le,
  f_is_nan,         // -> Bool
  f_is_inf,         // -> Bool
  f_to_float,       // a; another format
  f_from_bits,      // a
  f_to_bits,        // a
  f_from_signed,    // bit-vector a
  f_from_unsigned,  // bit-vector a
  f_to_signed,      // a -> bits; rounds toward zero; out of range unspecified
  f_to_unsigned,

  // Unbounded integers; division and remainder as in SMT-LIB (Euclidean).
  int_neg,
  int_add,
  int_sub,
  int_mul,
  int_div,
  int_mod,
  int_lt,  // -> Bool
  int_le,
  bits_to_int,         // a, unsigned
  signed_bits_to_int,  // a
  int_to_bits,         // a, modulo 2^width
};

enum class RoundingMode : uint8_t { nearest_even, nearest_away, up, down, zero };

}  // namespace cuttle

template <>
struct std::hash<cuttle::ExprId> {
  size_t operator()(cuttle::ExprId e) const noexcept { return e.index * 0x9E3779B97F4A7C15ull; }
};
