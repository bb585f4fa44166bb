// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "engine/expr/expr.h"

namespace cuttle {

// Which sorts an operation takes and gives; well_typed() spells each one out.
enum class Shape : uint8_t {
  leaf,
  bool_op,       // Bool... -> Bool
  ite,           // Bool, T, T -> T
  eq,            // T, T -> Bool
  bits_op,       // bits(n)... -> bits(n)
  bits_compare,  // bits(n), bits(n) -> Bool
  concat,
  extract,
  extend,
  lookup,
  float_op,       // float(n)... -> float(n)
  float_compare,  // float(n)... -> Bool
  float_to_float,
  float_from_bits,
  float_to_bits,
  bits_to_float,
  float_to_int_bits,
  int_op,       // Int... -> Int
  int_compare,  // Int, Int -> Bool
  bits_to_int,
  int_to_bits,
};

struct OpInfo {
  const char* name;  // "bv_add"
  uint8_t arity;
  Shape shape;
  bool commutative = false;
};

constexpr unsigned op_count = static_cast<unsigned>(Op::int_to_bits) + 1;
// In the order of Op.
inline constexpr std::array<OpInfo, op_count> op_infos{{
    {"none", 0, Shape::leaf},
    {"constant", 0, Shape::leaf},
    {"variable", 0, Shape::leaf},
    {"not", 1, Shape::bool_op},
    {"and", 2, Shape::bool_op, true},
    {"or", 2, Shape::bool_op, true},
    {"xor", 2, Shape::bool_op, true},
    {"ite", 3, Shape::ite},
    {"eq", 2, Shape::eq, true},
    {"bv_not", 1, Shape::bits_op},
    {"bv_neg", 1, Shape::bits_op},
    {"bv_and", 2, Shape::bits_op, true},
    {"bv_or", 2, Shape::bits_op, true},
    {"bv_xor", 2, Shape::bits_op, true},
    {"bv_add", 2, Shape::bits_op, true},
    {"bv_sub", 2, Shape::bits_op},
    {"bv_mul", 2, Shape::bits_op, true},
    {"bv_udiv", 2, Shape::bits_op},
    {"bv_urem", 2, Shape::bits_op},
    {"bv_sdiv", 2, Shape::bits_op},
    {"bv_srem", 2, Shape::bits_op},
    {"bv_shl", 2, Shape::bits_op},
    {"bv_lshr", 2, Shape::bits_op},
    {"bv_ashr", 2, Shape::bits_op},
    {"bv_ult", 2, Shape::bits_compare},
    {"bv_ule", 2, Shape::bits_compare},
    {"bv_slt", 2, Shape::bits_compare},
    {"bv_sle", 2, Shape::bits_compare},
    {"bv_concat", 2, Shape::concat},
    {"bv_extract", 1, Shape::extract},
    {"bv_zext", 1, Shape::extend},
    {"bv_sext", 1, Shape::extend},
    {"lookup", 1, Shape::lookup},
    {"f_neg", 1, Shape::float_op},
    {"f_abs", 1, Shape::float_op},
    {"f_add", 2, Shape::float_op, true},
    {"f_sub", 2, Shape::float_op},
    {"f_mul", 2, Shape::float_op, true},
    {"f_div", 2, Shape::float_op},
    {"f_rem", 2, Shape::float_op},
    {"f_fma", 3, Shape::float_op},
    {"f_sqrt", 1, Shape::float_op},
    {"f_min", 2, Shape::float_op, true},
    {"f_max", 2, Shape::float_op, true},
    {"f_round", 1, Shape::float_op},
    {"f_eq", 2, Shape::float_compare, true},
    {"f_lt", 2, Shape::float_compare},
    {"f_le", 2, Shape::float_compare},
    {"f_is_nan", 1, Shape::float_compare},
    {"f_is_inf", 1, Shape::float_compare},
    {"f_to_float", 1, Shape::float_to_float},
    {"f_from_bits", 1, Shape::float_from_bits},
    {"f_to_bits", 1, Shape::float_to_bits},
    {"f_from_signed", 1, Shape::bits_to_float},
    {"f_from_unsigned", 1, Shape::bits_to_float},
    {"f_to_signed", 1, Shape::float_to_int_bits},
    {"f_to_unsigned", 1, Shape::float_to_int_bits},
    {"int_neg", 1, Shape::int_op},
    {"int_add", 2, Shape::int_op, true},
    {"int_sub", 2, Shape::int_op},
    {"int_mul", 2, Shape::int_op, true},
    {"int_div", 2, Shape::int_op},
    {"int_mod", 2, Shape::int_op},
    {"int_lt", 2, Shape::int_compare},
    {"int_le", 2, Shape::int_compare},
    {"bits_to_int", 1, Shape::bits_to_int},
    {"signed_bits_to_int", 1, Shape::bits_to_int},
    {"int_to_bits", 1, Shape::int_to_bits},
}};

inline const OpInfo& op_info(Op op) {
  return op_infos[static_cast<unsigned>(op)];
}

// Whether more arguments are in the table that the payload names.
inline bool has_table(Op op) {
  return op == Op::lookup;
}

}  // namespace cuttle
