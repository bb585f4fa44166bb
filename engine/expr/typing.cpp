// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/typing.h"

#include "engine/expr/ops.h"
#include "engine/support/check.h"

namespace cuttle {

Sort result_sort(Op op, Sort a, Sort b) {
  switch (op_info(op).shape) {
    case Shape::bool_op:
    case Shape::eq:
    case Shape::bits_compare:
    case Shape::float_compare:
    case Shape::int_compare:
      return Sort::boolean();
    case Shape::bits_op:
    case Shape::float_op:
    case Shape::int_op:
      return a;
    case Shape::concat:
      CUTTLE_CHECK(a.width + b.width <= 65535, "a bit-vector has at most 65,535 bits");
      return Sort::bits(a.width + b.width);
    case Shape::float_from_bits:
      return Sort::floating(a.width);
    case Shape::float_to_bits:
      return Sort::bits(a.width);
    case Shape::bits_to_int:
      return Sort::integer();
    default:
      CUTTLE_CHECK(false, "the result's sort must be given for this operation");
  }
}

namespace {

bool same(Sort result, Sort expected, const Sort* args, unsigned count, SortKind kind) {
  if (result != expected) return false;
  for (unsigned i = 0; i < count; ++i) {
    if (args[i].kind != kind || args[i] != args[0]) return false;
  }
  return true;
}

}  // namespace

bool well_typed(const ExprPool& pool, const ExprNode& node) {
  const OpInfo& info = op_info(node.op);
  Sort s[3];
  for (unsigned i = 0; i < info.arity; ++i) {
    if (!node.args[i] || node.args[i].index >= pool.size()) return false;
    s[i] = pool.sort(node.args[i]);
  }
  const Sort r = node.sort;
  const Sort boolean = Sort::boolean();
  switch (info.shape) {
    case Shape::bool_op:
      return same(r, boolean, s, info.arity, SortKind::boolean);
    case Shape::ite:
      return s[0].is_bool() && s[1] == s[2] && r == s[1];
    case Shape::eq:
      return s[0] == s[1] && r.is_bool();
    case Shape::bits_op:
      return same(r, s[0], s, info.arity, SortKind::bits);
    case Shape::bits_compare:
      return same(r, boolean, s, info.arity, SortKind::bits);
    case Shape::concat:
      return s[0].is_bits() && s[1].is_bits() && r.is_bits() && r.width == s[0].width + s[1].width;
    case Shape::extract:
      return s[0].is_bits() && r.is_bits() && r.width > 0 && node.payload + r.width <= s[0].width;
    case Shape::extend:
      return s[0].is_bits() && r.is_bits() && r.width >= s[0].width;
    case Shape::lookup:
      return s[0].is_bits() && pool.sort(pool.elements(node.payload)[0]) == r;
    case Shape::float_op:
      return same(r, s[0], s, info.arity, SortKind::floating);
    case Shape::float_compare:
      return same(r, boolean, s, info.arity, SortKind::floating);
    case Shape::float_to_float:
      return s[0].is_float() && r.is_float();
    case Shape::float_from_bits:
      return s[0].is_bits() && r.is_float() && r.width == s[0].width;
    case Shape::float_to_bits:
      return s[0].is_float() && r.is_bits() && r.width == s[0].width;
    case Shape::bits_to_float:
      return s[0].is_bits() && r.is_float();
    case Shape::float_to_int_bits:
      return s[0].is_float() && r.is_bits() && r.width > 0;
    case Shape::int_op:
      return same(r, Sort::integer(), s, info.arity, SortKind::integer);
    case Shape::int_compare:
      return same(r, boolean, s, info.arity, SortKind::integer);
    case Shape::bits_to_int:
      return s[0].is_bits() && r.is_int();
    case Shape::int_to_bits:
      return s[0].is_int() && r.is_bits() && r.width > 0;
    case Shape::leaf:
      return false;
  }
  return false;
}

}  // namespace cuttle
