// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/bits_apply.h"
#include "engine/expr/evaluator.h"
#include "engine/expr/floats.h"
#include "engine/expr/ops.h"

namespace cuttle {
namespace {

NarrowArg narrow_arg(const Value& value) {
  return {value.low64(), value.sort().narrow_width()};
}

// min(value, limit): distances of shifts may be as wide as the shifted value.
unsigned long distance(const Value& value, unsigned limit) {
  mpz_class d = value.as_unsigned();
  return d < limit ? d.get_ui() : limit;
}

mpz_class all_ones(unsigned width) {
  return (mpz_class(1) << width) - 1;
}

// Shifts by any distance; gmp would try to allocate what a huge distance asks for.
mpz_class shifted(Op op, unsigned width, const Value* args) {
  unsigned long by = distance(args[1], width);
  mpz_class a = op == Op::bv_ashr ? args[0].as_signed() : args[0].as_unsigned();
  mpz_class out;
  if (op == Op::bv_shl) {
    out = by >= width ? mpz_class(0) : mpz_class(a << by);
  } else {
    mpz_fdiv_q_2exp(out.get_mpz_t(), a.get_mpz_t(), by);
  }
  return out;
}

mpz_class divided(Op op, unsigned width, const Value* args) {
  bool is_signed = op == Op::bv_sdiv || op == Op::bv_srem;
  mpz_class a = is_signed ? args[0].as_signed() : args[0].as_unsigned();
  mpz_class b = is_signed ? args[1].as_signed() : args[1].as_unsigned();
  bool quotient = op == Op::bv_udiv || op == Op::bv_sdiv;
  if (b != 0) return quotient ? mpz_class(a / b) : mpz_class(a % b);
  if (!quotient) return a;
  return a < 0 ? mpz_class(1) : all_ones(width);
}

mpz_class wide_arithmetic(const ExprNode& node, const Value* args) {
  unsigned width = node.sort.width;
  mpz_class a = args[0].as_unsigned();
  switch (node.op) {
    case Op::bv_not:
      return all_ones(width) - a;
    case Op::bv_neg:
      return -a;
    case Op::bv_and:
      return a & args[1].as_unsigned();
    case Op::bv_or:
      return a | args[1].as_unsigned();
    case Op::bv_xor:
      return a ^ args[1].as_unsigned();
    case Op::bv_add:
      return a + args[1].as_unsigned();
    case Op::bv_sub:
      return a - args[1].as_unsigned();
    case Op::bv_mul:
      return a * args[1].as_unsigned();
    case Op::bv_udiv:
    case Op::bv_urem:
    case Op::bv_sdiv:
    case Op::bv_srem:
      return divided(node.op, width, args);
    case Op::bv_shl:
    case Op::bv_lshr:
    case Op::bv_ashr:
      return shifted(node.op, width, args);
    case Op::bv_concat:
      return (a << args[1].sort().width) | args[1].as_unsigned();
    case Op::bv_extract:
      return a >> node.payload;
    case Op::bv_zext:
      return a;
    case Op::bv_sext:
      return args[0].as_signed();
    default:
      CUTTLE_CHECK(false, "not an operation on bit-vectors");
  }
}

Value apply_bits(const ExprNode& node, const Value* args) {
  unsigned arity = op_info(node.op).arity;
  if (node.sort.is_narrow() && args[0].sort().is_narrow() &&
      (arity < 2 || args[1].sort().is_narrow())) {
    NarrowArg b = arity > 1 ? narrow_arg(args[1]) : NarrowArg{};
    return Value::narrow(node.sort, narrow_apply(node.op, node.sort.narrow_width(),
                                                 narrow_arg(args[0]), b, node.payload));
  }
  switch (node.op) {
    case Op::bv_ult:
      return Value::boolean(args[0].as_unsigned() < args[1].as_unsigned());
    case Op::bv_ule:
      return Value::boolean(args[0].as_unsigned() <= args[1].as_unsigned());
    case Op::bv_slt:
      return Value::boolean(args[0].as_signed() < args[1].as_signed());
    case Op::bv_sle:
      return Value::boolean(args[0].as_signed() <= args[1].as_signed());
    default:
      return Value::bits(node.sort.width, wide_arithmetic(node, args));
  }
}

// The remainder is never negative and the quotient follows from it, as SMT-LIB has it; division by
// zero, which SMT-LIB leaves open, gives 0 with the dividend as its remainder.
Value int_divided(Op op, const mpz_class& a, const mpz_class& b) {
  if (b == 0) return op == Op::int_div ? Value::integer(int64_t{0}) : Value::integer(a);
  mpz_class remainder;
  mpz_fdiv_r(remainder.get_mpz_t(), a.get_mpz_t(), mpz_class(abs(b)).get_mpz_t());
  if (op == Op::int_mod) return Value::integer(remainder);
  return Value::integer(mpz_class((a - remainder) / b));
}

Value apply_int(const ExprNode& node, const Value* args) {
  mpz_class a = args[0].as_signed();
  mpz_class b = op_info(node.op).arity > 1 ? args[1].as_signed() : mpz_class();
  switch (node.op) {
    case Op::int_neg:
      return Value::integer(mpz_class(-a));
    case Op::int_add:
      return Value::integer(mpz_class(a + b));
    case Op::int_sub:
      return Value::integer(mpz_class(a - b));
    case Op::int_mul:
      return Value::integer(mpz_class(a * b));
    case Op::int_div:
    case Op::int_mod:
      return int_divided(node.op, a, b);
    case Op::int_lt:
      return Value::boolean(a < b);
    default:
      CUTTLE_CHECK(node.op == Op::int_le, "not an operation on integers");
      return Value::boolean(a <= b);
  }
}

}  // namespace

ExprId lookup_element(const ExprPool& pool, TableId table, const Value& index) {
  std::span<const ExprId> elements = pool.elements(table);
  return elements[distance(index, static_cast<unsigned>(elements.size() - 1))];
}

Value apply(const ExprPool& pool, const ExprNode& node, const Value* args) {
  switch (op_info(node.op).shape) {
    case Shape::eq:
      return Value::boolean(args[0] == args[1]);
    case Shape::ite:
      return args[0].as_bool() ? args[1] : args[2];
    case Shape::bool_op:
    case Shape::bits_op:
    case Shape::bits_compare:
    case Shape::concat:
    case Shape::extract:
    case Shape::extend:
      return apply_bits(node, args);
    case Shape::float_op:
    case Shape::float_compare:
    case Shape::float_to_float:
    case Shape::float_from_bits:
    case Shape::float_to_bits:
    case Shape::bits_to_float:
    case Shape::float_to_int_bits:
      return float_apply(node.op, node.sort, static_cast<RoundingMode>(node.payload), args);
    case Shape::int_op:
    case Shape::int_compare:
      return apply_int(node, args);
    case Shape::bits_to_int:
      return Value::integer(node.op == Op::bits_to_int ? args[0].as_unsigned()
                                                       : args[0].as_signed());
    case Shape::int_to_bits:
      return Value::bits(node.sort.width, args[0].as_signed());
    case Shape::lookup:
      return pool.value(lookup_element(pool, node.payload, args[0]));
    case Shape::leaf:
      break;
  }
  CUTTLE_CHECK(false, "this operation is not a function of its arguments' values");
}

}  // namespace cuttle
