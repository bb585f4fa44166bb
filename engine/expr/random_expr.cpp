// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/random_expr.h"

#include <algorithm>
#include <string>

#include "engine/expr/floats.h"

namespace cuttle {

RandomExpr::RandomExpr(ExprPool& pool, uint64_t seed, RandomExprOptions options)
    : pool_(pool), engine_(seed), options_(options) {}

ExprId RandomExpr::make(Sort sort) {
  made_.clear();
  left_ = 1 + static_cast<unsigned>(below(options_.max_nodes));
  return fresh(sort, 8);
}

ExprId RandomExpr::make_any() {
  return make(any_sort());
}

// Small widths are common, since that is where the corner cases are dense.
unsigned RandomExpr::width() {
  static constexpr unsigned usual[] = {1, 8, 8, 16, 32, 64};
  unsigned w = chance(2) ? usual[below(6)] : 1 + static_cast<unsigned>(below(options_.max_width));
  if (chance(3)) w = 1 + static_cast<unsigned>(below(9));
  return std::min(w, options_.max_width);
}

Sort RandomExpr::any_sort() {
  if (options_.floats && chance(3)) {
    static constexpr unsigned formats[] = {16, 32, 64, 80, 128};
    return Sort::floating(formats[below(5)]);
  }
  if (options_.integers && chance(3)) return Sort::integer();
  return chance(3) ? Sort::boolean() : Sort::bits(width());
}

Value RandomExpr::value(Sort sort) {
  if (sort.is_bool()) return Value::boolean(chance(2));
  if (sort.is_int()) {
    int64_t small = static_cast<int64_t>(below(21)) - 10;
    return chance(4) ? Value::integer(mpz_class(static_cast<long>(engine_())) * small)
                     : Value::integer(small);
  }
  if (sort.is_float() && chance(2)) {  // a usual number, where rounding and cancelling happen
    double number = (static_cast<double>(below(2001)) - 1000) / 8;
    return float_convert(Value::float64(number), sort.width, RoundingMode::nearest_even);
  }
  mpz_class bits;
  switch (below(6)) {
    case 0:
      bits = static_cast<unsigned long>(below(4));
      break;
    case 1:
      bits = -mpz_class(static_cast<unsigned long>(1 + below(3)));
      break;
    case 2:
      bits = mpz_class(1) << below(sort.width);
      break;
    case 3:
      bits = (mpz_class(1) << below(sort.width)) - static_cast<unsigned long>(below(2));
      break;
    default:
      for (unsigned i = 0; i < sort.width; i += 64) {
        bits = (bits << 64) + static_cast<unsigned long>(engine_());
      }
  }
  Value out = Value::bits(sort.width, bits);
  return sort.is_float() ? Value::floating(sort.width, out) : out;
}

Assignment RandomExpr::assignment() {
  Assignment out;
  for (VarId v = 0; v < pool_.variable_count(); ++v) out.set(v, value(pool_.variable_info(v).sort));
  return out;
}

ExprId RandomExpr::leaf(Sort sort) {
  if (options_.variables == 0 || chance(3)) return pool_.constant(value(sort));
  return pool_.variable(to_string(sort) + "_" + std::to_string(below(options_.variables)), sort);
}

ExprId RandomExpr::term(Sort sort, unsigned depth) {
  if (chance(3)) {
    for (int i = 0; i < 4 && !made_.empty(); ++i) {
      ExprId again = made_[below(made_.size())];
      if (pool_.sort(again) == sort) return again;
    }
  }
  if (left_ == 0 || depth == 0 || chance(6)) return leaf(sort);
  return fresh(sort, depth - 1);
}

ExprId RandomExpr::fresh(Sort sort, unsigned depth) {
  if (left_ > 0) --left_;
  ExprId out;
  if (chance(10)) {
    ExprId condition = term(Sort::boolean(), depth);
    ExprId a = term(sort, depth);
    out = pool_.ite(condition, a, term(sort, depth));
  } else if (chance(40)) {
    out = lookup(sort, depth);
  } else if (sort.is_bool()) {
    out = boolean(depth);
  } else if (sort.is_bits()) {
    out = bits(sort, depth);
  } else if (sort.is_float()) {
    out = floating(sort, depth);
  } else {
    out = integer(depth);
  }
  made_.push_back(out);
  return out;
}

ExprId RandomExpr::unary(Op op, Sort sort, unsigned depth) {
  return pool_.unary(op, term(sort, depth));
}

ExprId RandomExpr::binary(Op op, Sort sort, unsigned depth) {
  ExprId a = term(sort, depth);
  // Many rules are about a constant on one side.
  ExprId b = chance(3) ? pool_.constant(value(sort)) : term(sort, depth);
  return chance(4) ? pool_.binary(op, b, a) : pool_.binary(op, a, b);
}

ExprId RandomExpr::lookup(Sort sort, unsigned depth) {
  std::vector<ExprId> elements(1 + below(5));
  for (ExprId& e : elements) e = chance(2) ? leaf(sort) : pool_.constant(value(sort));
  return pool_.lookup(pool_.table(elements), term(Sort::bits(width()), depth));
}

ExprId RandomExpr::boolean(unsigned depth) {
  static constexpr Op ops[] = {Op::and_, Op::or_, Op::xor_, Op::eq};
  if (chance(5)) return unary(Op::not_, Sort::boolean(), depth);
  if (chance(3)) return binary(ops[below(4)], Sort::boolean(), depth);
  return comparison(depth);
}

ExprId RandomExpr::comparison(unsigned depth) {
  static constexpr Op bit_ops[] = {Op::eq, Op::bv_ult, Op::bv_ule, Op::bv_slt, Op::bv_sle};
  static constexpr Op float_ops[] = {Op::eq,   Op::f_eq,     Op::f_lt,
                                     Op::f_le, Op::f_is_nan, Op::f_is_inf};
  static constexpr Op int_ops[] = {Op::eq, Op::int_lt, Op::int_le};
  Sort sort = any_sort();
  if (sort.is_bool()) sort = Sort::bits(width());
  if (sort.is_int()) return binary(int_ops[below(3)], sort, depth);
  if (sort.is_bits()) return binary(bit_ops[below(5)], sort, depth);
  Op op = float_ops[below(6)];
  bool one = op == Op::f_is_nan || op == Op::f_is_inf;
  return one ? unary(op, sort, depth) : binary(op, sort, depth);
}

ExprId RandomExpr::bits(Sort sort, unsigned depth) {
  static constexpr Op easy[] = {Op::bv_and, Op::bv_or,  Op::bv_xor,  Op::bv_add, Op::bv_sub,
                                Op::bv_mul, Op::bv_shl, Op::bv_lshr, Op::bv_ashr};
  static constexpr Op hard[] = {Op::bv_udiv, Op::bv_urem, Op::bv_sdiv, Op::bv_srem};
  if (chance(3)) return bits_of_other_width(sort, depth);
  if ((options_.floats || options_.integers) && chance(6)) return bits_from_other_sort(sort, depth);
  if (chance(8)) return unary(chance(2) ? Op::bv_not : Op::bv_neg, sort, depth);
  if (options_.division && chance(8)) return binary(hard[below(4)], sort, depth);
  return binary(easy[below(9)], sort, depth);
}

ExprId RandomExpr::bits_of_other_width(Sort sort, unsigned depth) {
  unsigned w = sort.width;
  switch (below(3)) {
    case 0: {
      unsigned room = options_.max_width > w ? options_.max_width - w : 0;
      unsigned low = static_cast<unsigned>(below(std::min(room, 32u) + 1));
      unsigned high = static_cast<unsigned>(below(std::min(room - low, 32u) + 1));
      return pool_.extract(term(Sort::bits(w + low + high), depth), low, w);
    }
    case 1: {
      unsigned from = 1 + static_cast<unsigned>(below(w));
      ExprId a = term(Sort::bits(from), depth);
      return chance(2) ? pool_.zext(a, w) : pool_.sext(a, w);
    }
    default: {
      if (w == 1) return unary(Op::bv_not, sort, depth);
      unsigned high = 1 + static_cast<unsigned>(below(w - 1));
      ExprId a = term(Sort::bits(high), depth);
      return pool_.concat(a, term(Sort::bits(w - high), depth));
    }
  }
}

ExprId RandomExpr::bits_from_other_sort(Sort sort, unsigned depth) {
  auto convert = [&](Op op, Sort from) {
    ExprId a = term(from, depth);
    return pool_.make(op, sort, {&a, 1});
  };
  if (options_.integers && chance(2)) return convert(Op::int_to_bits, Sort::integer());
  if (!options_.floats) return leaf(sort);
  if (is_float_width(sort.width) && chance(2)) {
    ExprId a = term(Sort::floating(sort.width), depth);
    // The one place where the simplifier keeps NaN patterns that evaluation does not.
    if (pool_.op(a) != Op::f_from_bits) return pool_.unary(Op::f_to_bits, a);
  }
  return convert(chance(2) ? Op::f_to_signed : Op::f_to_unsigned,
                 Sort::floating(chance(2) ? 16 : 32));
}

ExprId RandomExpr::floating(Sort sort, unsigned depth) {
  static constexpr Op binaries[] = {Op::f_add, Op::f_sub, Op::f_mul, Op::f_div};
  static constexpr Op plain[] = {Op::f_rem, Op::f_min, Op::f_max};
  auto make = [&](Op op, unsigned arity, uint32_t mode) {
    ExprId args[3];
    for (unsigned i = 0; i < arity; ++i) args[i] = term(sort, depth);
    return pool_.make(op, sort, {args, arity}, mode);
  };
  if (chance(4)) return float_from_other_sort(sort, depth);
  switch (below(8)) {
    case 0:
      return make(chance(2) ? Op::f_neg : Op::f_abs, 1, 0);
    case 1:
      return make(Op::f_sqrt, 1, rounding());
    case 2:
      return make(Op::f_round, 1, rounding());
    case 3:
      return make(Op::f_fma, 3, rounding());
    case 4:
      return make(plain[below(3)], 2, 0);
    default:
      return make(binaries[below(4)], 2, rounding());
  }
}

ExprId RandomExpr::float_from_other_sort(Sort sort, unsigned depth) {
  auto convert = [&](Op op, Sort from, uint32_t mode) {
    ExprId a = term(from, depth);
    return pool_.make(op, sort, {&a, 1}, mode);
  };
  switch (below(4)) {
    case 0:
      if (sort.width <= options_.max_width) {
        return convert(Op::f_from_bits, Sort::bits(sort.width), 0);
      }
      [[fallthrough]];
    case 1:
      return convert(Op::f_to_float, Sort::floating(chance(2) ? 64 : 16), rounding());
    case 2:
      return convert(Op::f_from_signed, Sort::bits(width()), rounding());
    default:
      return convert(Op::f_from_unsigned, Sort::bits(width()), rounding());
  }
}

ExprId RandomExpr::integer(unsigned depth) {
  static constexpr Op easy[] = {Op::int_add, Op::int_sub, Op::int_mul};
  static constexpr Op hard[] = {Op::int_div, Op::int_mod};
  if (chance(6)) return unary(Op::int_neg, Sort::integer(), depth);
  if (chance(5)) {
    return unary(chance(2) ? Op::bits_to_int : Op::signed_bits_to_int, Sort::bits(width()), depth);
  }
  if (chance(5)) return binary(hard[below(2)], Sort::integer(), depth);
  return binary(easy[below(3)], Sort::integer(), depth);
}

}  // namespace cuttle
