// SPDX-License-Identifier: Apache-2.0
#pragma once

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
  term,
};

struct OpInfo {
  const char* name;  // "bv_add"
  uint8_t arity;
  Shape shape;
  bool commutative = false;
};

constexpr unsigned op_count = static_cast<unsigned>(Op::term_select) + 1;
const OpInfo& op_info(Op op);

// Whether more arguments are in the table that the payload names.
inline bool has_table(Op op) {
  return op == Op::lookup;
}

}  // namespace cuttle
