// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/z3_translator.h"

#include <algorithm>
#include <array>

namespace cuttle {

Z3Translator::~Z3Translator() {
  for (Z3_ast term : held_) Z3_dec_ref(z3_, term);
}

Z3_ast Z3Translator::hold(Z3_ast term) {
  if (term) {
    Z3_inc_ref(z3_, term);
    held_.push_back(term);
  }
  return term;
}

bool Z3Translator::define(const WireNode& node) {
  const size_t index = node.id.index;
  if (index >= terms_.size()) {
    terms_.resize(index + 1);
    sorts_.resize(index + 1);
  }
  sorts_[index] = node.node.sort;
  for (ExprId a : node.node.args) {
    if (a && !term(a)) return false;
  }
  for (ExprId element : node.elements) {
    if (!term(element)) return false;
  }
  terms_[index] = hold(translate(node));
  return terms_[index] != nullptr;
}

Z3_ast Z3Translator::translate(const WireNode& wire) {
  const ExprNode& node = wire.node;
  if (node.op == Op::constant) return constant(wire.value);
  if (node.op == Op::variable) return variable(wire);
  if (node.op == Op::lookup) return lookup(wire);
  if (node.op <= Op::eq) return boolean_op(node);
  if (node.op <= Op::bv_sext) return bits_op(node);
  if (node.op <= Op::f_is_inf) return float_op(node);
  if (node.op <= Op::f_to_unsigned) return float_conversion(node);
  if (node.op <= Op::int_to_bits) return integer_op(node);
  return nullptr;
}

Z3_sort Z3Translator::float_sort(unsigned width) {
  Z3_sort& sort = float_sorts_[width];
  if (!sort) {
    const FloatFormat format = float_format(width);
    sort = Z3_mk_fpa_sort(z3_, format.exponent, format.significand);
    hold(Z3_sort_to_ast(z3_, sort));  // lives on when no term of this sort is left
  }
  return sort;
}

Z3_sort Z3Translator::sort_of(Sort sort) {
  switch (sort.kind) {
    case SortKind::boolean:
      return Z3_mk_bool_sort(z3_);
    case SortKind::bits:
      return Z3_mk_bv_sort(z3_, sort.width);
    case SortKind::floating:
      return float_sort(sort.width);
    case SortKind::integer:
      return Z3_mk_int_sort(z3_);
  }
  return nullptr;
}

Z3_ast Z3Translator::numeral(unsigned width, const std::string& decimal) {
  return hold(Z3_mk_numeral(z3_, decimal.c_str(), Z3_mk_bv_sort(z3_, width)));
}

Z3_ast Z3Translator::constant(const Value& value) {
  const Sort sort = value.sort();
  if (sort.is_bool()) return value.as_bool() ? Z3_mk_true(z3_) : Z3_mk_false(z3_);
  if (sort.is_int()) return Z3_mk_numeral(z3_, value.to_text().c_str(), Z3_mk_int_sort(z3_));
  const Z3_ast bits = numeral(sort.width, value.as_unsigned().get_str());
  return sort.is_float() ? float_from_pattern(bits, sort.width) : bits;
}

Z3_ast Z3Translator::variable(const WireNode& wire) {
  const Sort sort = wire.node.sort;
  const VarId var = wire.node.payload;
  const bool as_pattern = sort.is_float();
  const Z3_symbol name = Z3_mk_int_symbol(z3_, static_cast<int>(var));
  const Z3_sort z3_sort = sort_of(as_pattern ? Sort::bits(sort.width) : sort);
  const Z3_ast symbol = hold(Z3_mk_const(z3_, name, z3_sort));
  variables_.push_back({var, sort, symbol});
  return as_pattern ? float_from_pattern(symbol, sort.width) : symbol;
}

// A balanced tree of comparisons: as deep as the index has digits.
Z3_ast Z3Translator::pick(const WireNode& wire, Z3_ast index, size_t first, size_t last) {
  if (first == last) return term(wire.elements[first]);
  const size_t middle = first + (last - first + 1) / 2;
  const Z3_ast below = pick(wire, index, first, middle - 1);
  const Z3_ast above = pick(wire, index, middle, last);
  if (below == above) return below;
  const unsigned width = arg_width(wire.node, 0);
  const Z3_ast border = numeral(width, std::to_string(middle));
  return hold(Z3_mk_ite(z3_, hold(Z3_mk_bvult(z3_, index, border)), below, above));
}

Z3_ast Z3Translator::lookup(const WireNode& wire) {
  const unsigned width = arg_width(wire.node, 0);
  size_t last = wire.elements.size() - 1;
  if (width < 63) last = std::min(last, (size_t{1} << width) - 1);
  return pick(wire, arg(wire.node, 0), 0, last);
}

Z3_ast Z3Translator::boolean_op(const ExprNode& node) {
  const std::array<Z3_ast, 2> both{arg(node, 0), arg(node, 1)};
  switch (node.op) {
    case Op::not_:
      return Z3_mk_not(z3_, both[0]);
    case Op::and_:
      return Z3_mk_and(z3_, 2, both.data());
    case Op::or_:
      return Z3_mk_or(z3_, 2, both.data());
    case Op::xor_:
      return Z3_mk_xor(z3_, both[0], both[1]);
    case Op::ite:
      return Z3_mk_ite(z3_, both[0], both[1], arg(node, 2));
    case Op::eq:
      return Z3_mk_eq(z3_, both[0], both[1]);
    default:
      return nullptr;
  }
}

Z3_ast Z3Translator::bits_op(const ExprNode& node) {
  using Binary = Z3_ast (*)(Z3_context, Z3_ast, Z3_ast);
  // In the order of Op, from bv_and to bv_concat.
  static constexpr std::array<Binary, 18> binary{
      Z3_mk_bvand,  Z3_mk_bvor,   Z3_mk_bvxor,  Z3_mk_bvadd,  Z3_mk_bvsub, Z3_mk_bvmul,
      Z3_mk_bvudiv, Z3_mk_bvurem, Z3_mk_bvsdiv, Z3_mk_bvsrem, Z3_mk_bvshl, Z3_mk_bvlshr,
      Z3_mk_bvashr, Z3_mk_bvult,  Z3_mk_bvule,  Z3_mk_bvslt,  Z3_mk_bvsle, Z3_mk_concat};
  const unsigned added = node.sort.width - arg_width(node, 0);
  switch (node.op) {
    case Op::bv_not:
      return Z3_mk_bvnot(z3_, arg(node, 0));
    case Op::bv_neg:
      return Z3_mk_bvneg(z3_, arg(node, 0));
    case Op::bv_extract:
      return Z3_mk_extract(z3_, node.payload + node.sort.width - 1, node.payload, arg(node, 0));
    case Op::bv_zext:
      return Z3_mk_zero_ext(z3_, added, arg(node, 0));
    case Op::bv_sext:
      return Z3_mk_sign_ext(z3_, added, arg(node, 0));
    default:
      return binary[static_cast<size_t>(node.op) - static_cast<size_t>(Op::bv_and)](
          z3_, arg(node, 0), arg(node, 1));
  }
}

// SMT-LIB leaves division by zero open; for us the quotient is 0 and the rest the dividend.
Z3_ast Z3Translator::divided(const ExprNode& node) {
  const Z3_ast a = arg(node, 0), b = arg(node, 1);
  const Z3_ast zero = hold(Z3_mk_int(z3_, 0, Z3_get_sort(z3_, a)));
  const bool quotient = node.op == Op::int_div;
  const Z3_ast usual = hold(quotient ? Z3_mk_div(z3_, a, b) : Z3_mk_mod(z3_, a, b));
  return Z3_mk_ite(z3_, hold(Z3_mk_eq(z3_, b, zero)), quotient ? zero : a, usual);
}

Z3_ast Z3Translator::integer_op(const ExprNode& node) {
  const std::array<Z3_ast, 2> both{arg(node, 0), arg(node, 1)};
  switch (node.op) {
    case Op::int_neg:
      return Z3_mk_unary_minus(z3_, both[0]);
    case Op::int_add:
      return Z3_mk_add(z3_, 2, both.data());
    case Op::int_sub:
      return Z3_mk_sub(z3_, 2, both.data());
    case Op::int_mul:
      return Z3_mk_mul(z3_, 2, both.data());
    case Op::int_div:
    case Op::int_mod:
      return divided(node);
    case Op::int_lt:
      return Z3_mk_lt(z3_, both[0], both[1]);
    case Op::int_le:
      return Z3_mk_le(z3_, both[0], both[1]);
    case Op::bits_to_int:
      return Z3_mk_bv2int(z3_, both[0], false);
    case Op::signed_bits_to_int:
      return Z3_mk_bv2int(z3_, both[0], true);
    case Op::int_to_bits:
      return Z3_mk_int2bv(z3_, node.sort.width, both[0]);
    default:
      return nullptr;
  }
}

bool Z3Translator::model_value(Z3_model model, const Z3Variable& variable, Value& out) {
  const Z3_app app = Z3_to_app(z3_, variable.symbol);
  const Z3_ast value = Z3_model_get_const_interp(z3_, model, Z3_get_app_decl(z3_, app));
  if (!value) return false;
  if (variable.sort.is_bool()) {
    out = Value::boolean(Z3_get_bool_value(z3_, value) == Z3_L_TRUE);
    return true;
  }
  mpz_class number;
  if (!Z3_is_numeral_ast(z3_, value)) return false;
  if (number.set_str(Z3_get_numeral_string(z3_, value), 10) != 0) return false;
  if (variable.sort.is_int()) {
    out = Value::integer(number);
  } else {
    out = Value::bits(variable.sort.width, number);
    if (variable.sort.is_float()) out = Value::floating(variable.sort.width, out);
  }
  return true;
}

}  // namespace cuttle
