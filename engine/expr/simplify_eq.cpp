// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "engine/expr/evaluator.h"
#include "engine/expr/simplify.h"
#include "engine/expr/simplify_compare.h"
#include "engine/expr/simplify_util.h"

namespace cuttle {
namespace {

ExprId bool_eq(ExprPool& pool, ExprId a, ExprId b) {
  if (pool.is_constant(b)) return pool.is_true(b) ? a : pool.not_(a);
  bool a_not = is(pool, a, Op::not_), b_not = is(pool, b, Op::not_);
  if (!a_not && !b_not) return {};
  ExprId x = a_not ? pool.arg(a, 0) : a, y = b_not ? pool.arg(b, 0) : b;
  ExprId equal = pool.eq(x, y);
  return a_not == b_not ? equal : pool.not_(equal);
}

// x * c == k: an odd c has an inverse; a power of two in c shifts x to the left.
ExprId product_eq(ExprPool& pool, ExprId product, ExprId k) {
  ExprId x = pool.arg(product, 0);
  mpz_class c = pool.value(pool.arg(product, 1)).as_unsigned();
  mpz_class wanted = pool.value(k).as_unsigned();
  unsigned width = width_of(pool, product);
  unsigned shift = pool.value(pool.arg(product, 1)).trailing_zeros();
  if (wanted != 0 && pool.value(k).trailing_zeros() < shift) return pool.false_expr();
  mpz_class odd = c >> shift, modulus = mpz_class(1) << width, inverse;
  mpz_invert(inverse.get_mpz_t(), odd.get_mpz_t(), modulus.get_mpz_t());
  mpz_class solution = (wanted >> shift) * inverse;
  unsigned kept = width - shift;
  return pool.eq(pool.extract(x, 0, kept), pool.constant(Value::bits(kept, solution)));
}

// Whether comparing `e` with a constant may have a constant answer.
bool may_decide(const ExprPool& pool, ExprId e) {
  switch (pool.op(e)) {
    case Op::constant:
    case Op::bv_zext:
    case Op::bv_sext:
    case Op::bv_concat:
      return true;
    case Op::ite:
      return is_constant_ite(pool, e);
    default:
      return false;
  }
}

// concat(high, low) == k as two comparisons, when one of them is decided (or both are comparisons
// of conditions).
ExprId concat_eq(ExprPool& pool, ExprId e, ExprId k) {
  ExprId high = pool.arg(e, 0), low = pool.arg(e, 1);
  if (!may_decide(pool, high) && !may_decide(pool, low)) return {};
  unsigned split = width_of(pool, low);
  ExprId low_eq = pool.eq(low, pool.extract(k, 0, split));
  if (pool.is_false(low_eq)) return low_eq;
  ExprId high_eq = pool.eq(high, pool.extract(k, split, width_of(pool, high)));
  return pool.and_(high_eq, low_eq);
}

ExprId extension_eq(ExprPool& pool, ExprId e, ExprId k) {
  ExprId x = pool.arg(e, 0);
  ExprId low = pool.extract(k, 0, width_of(pool, x));
  ExprId back = is(pool, e, Op::bv_zext) ? pool.zext(low, width_of(pool, e))
                                         : pool.sext(low, width_of(pool, e));
  return back == k ? pool.eq(x, low) : pool.false_expr();
}

// A table of constants: `index` must be one of the places of k.
ExprId lookup_eq(ExprPool& pool, ExprId e, ExprId k) {
  constexpr size_t max_elements = 1024;
  std::span<const ExprId> elements = pool.elements(pool.node(e).payload);
  if (elements.size() > max_elements) return {};
  size_t found = 0, place = 0;
  for (size_t i = 0; i < elements.size(); ++i) {
    if (!pool.is_constant(elements[i])) return {};
    if (elements[i] != k) continue;
    ++found;
    place = i;
  }
  if (found == 0) return pool.false_expr();
  if (found > 1) return {};
  ExprId index = pool.arg(e, 0);
  bool is_last = place + 1 == elements.size();
  unsigned width = width_of(pool, index);
  ExprId at = pool.constant(Value::bits(width, uint64_t{place}));
  return is_last ? pool.not_(pool.binary(Op::bv_ult, index, at)) : pool.eq(index, at);
}

// e == k for an operation on bit-vectors and a constant.
ExprId constant_eq(ExprPool& pool, ExprId e, ExprId k) {
  ExprId x = pool.arg(e, 0), y = pool.arg(e, 1);
  bool zero_k = is_zero(pool, k);
  bool constant_y = y && pool.is_constant(y);
  switch (pool.op(e)) {
    case Op::bv_add:
      return constant_y ? pool.eq(x, pool.binary(Op::bv_sub, k, y)) : ExprId{};
    case Op::bv_sub:
      if (pool.is_constant(x)) return pool.eq(y, pool.binary(Op::bv_sub, x, k));
      return zero_k ? pool.eq(x, y) : ExprId{};
    case Op::bv_xor:
      if (constant_y) return pool.eq(x, pool.binary(Op::bv_xor, k, y));
      return zero_k ? pool.eq(x, y) : ExprId{};
    case Op::bv_neg:
    case Op::bv_not:
      return pool.eq(x, pool.unary(pool.op(e), k));
    case Op::bv_mul:
      return constant_y ? product_eq(pool, e, k) : ExprId{};
    case Op::bv_or:
      if (zero_k) return pool.and_(pool.eq(x, k), pool.eq(y, k));
      return constant_y && pool.binary(Op::bv_and, y, k) != y ? pool.false_expr() : ExprId{};
    case Op::bv_and:
      return constant_y && pool.binary(Op::bv_and, y, k) != k ? pool.false_expr() : ExprId{};
    case Op::bv_zext:
    case Op::bv_sext:
      return extension_eq(pool, e, k);
    case Op::bv_concat:
      return concat_eq(pool, e, k);
    case Op::lookup:
      return lookup_eq(pool, e, k);
    default:
      break;
  }
  if (exceeds_bound(pool, e, k)) return pool.false_expr();
  if (width_of(pool, e) == 1 && zero_k) return pool.not_(pool.eq(e, one(pool, 1)));
  return {};
}

// What remains of a == b when both are `op` and share an argument.
ExprId without_common(ExprPool& pool, ExprId a, ExprId b) {
  ExprId a0 = pool.arg(a, 0), a1 = pool.arg(a, 1), b0 = pool.arg(b, 0), b1 = pool.arg(b, 1);
  if (a0 == b0) return pool.eq(a1, b1);
  if (a1 == b1) return pool.eq(a0, b0);
  if (a0 == b1) return pool.eq(a1, b0);
  if (a1 == b0) return pool.eq(a0, b1);
  return {};
}

// The summands of nested sums, with those that are subtracted apart. False: too many to look at.
// Without recursion: a loop makes sums that nest as deeply as it runs.
struct Summands {
  std::vector<ExprId> added, subtracted;

  bool collect(const ExprPool& pool, ExprId sum, bool minus) {
    constexpr size_t most = 32;
    std::vector<std::pair<ExprId, bool>> stack{{sum, minus}};
    while (!stack.empty()) {
      if (added.size() + subtracted.size() + stack.size() > most) return false;
      const auto [e, negative] = stack.back();
      stack.pop_back();
      const Op op = pool.op(e);
      if (op == Op::bv_add || op == Op::bv_sub) {
        stack.emplace_back(pool.arg(e, 1), negative != (op == Op::bv_sub));
        stack.emplace_back(pool.arg(e, 0), negative);
      } else if (op == Op::bv_neg) {
        stack.emplace_back(pool.arg(e, 0), !negative);
      } else {
        (negative ? subtracted : added).push_back(e);
      }
    }
    return true;
  }

  // True when some were on both sides.
  bool cancel() {
    size_t before = added.size();
    for (size_t i = added.size(); i-- > 0;) {
      auto same = std::find(subtracted.begin(), subtracted.end(), added[i]);
      if (same == subtracted.end()) continue;
      subtracted.erase(same);
      added.erase(added.begin() + static_cast<ptrdiff_t>(i));
    }
    return added.size() < before;
  }
};

// Sums of the same numbers in another order are equal: what both sides have goes away.
ExprId sums_eq(ExprPool& pool, ExprId a, ExprId b) {
  Summands all;
  if (!all.collect(pool, a, false) || !all.collect(pool, b, true) || !all.cancel()) return {};
  auto sum = [&](const std::vector<ExprId>& terms) {
    ExprId total = zero(pool, width_of(pool, a));
    for (ExprId term : terms) total = pool.add(total, term);
    return total;
  };
  ExprId left = sum(all.added);
  return pool.eq(left, sum(all.subtracted));
}

bool is_sum(const ExprPool& pool, ExprId e) {
  return is(pool, e, Op::bv_add) || is(pool, e, Op::bv_sub);
}

ExprId concats_eq(ExprPool& pool, ExprId a, ExprId b) {
  ExprId a0 = pool.arg(a, 0), a1 = pool.arg(a, 1), b0 = pool.arg(b, 0), b1 = pool.arg(b, 1);
  if (pool.sort(a1) != pool.sort(b1)) return {};
  if (a0 == b0) return pool.eq(a1, b1);
  if (a1 == b1) return pool.eq(a0, b0);
  bool constants =
      pool.is_constant(a0) || pool.is_constant(a1) || pool.is_constant(b0) || pool.is_constant(b1);
  return constants ? pool.and_(pool.eq(a0, b0), pool.eq(a1, b1)) : ExprId{};
}

// Both sides are the same operation.
ExprId same_op_eq(ExprPool& pool, ExprId a, ExprId b) {
  switch (pool.op(a)) {
    case Op::bv_not:
    case Op::bv_neg:
    case Op::f_neg:
      return pool.eq(pool.arg(a, 0), pool.arg(b, 0));
    case Op::bv_add:
      if (ExprId e = without_common(pool, a, b)) return e;
      if (!has_constant(pool, a, Op::bv_add) || !has_constant(pool, b, Op::bv_add)) return {};
      return pool.eq(
          pool.add(pool.arg(a, 0), pool.binary(Op::bv_sub, pool.arg(a, 1), pool.arg(b, 1))),
          pool.arg(b, 0));
    case Op::bv_xor:
      return without_common(pool, a, b);
    case Op::bv_zext:
    case Op::bv_sext: {
      AlignedPair pair = aligned_arguments(pool, a, b);
      return pool.eq(pair.a, pair.b);
    }
    case Op::bv_concat:
      return concats_eq(pool, a, b);
    default:
      return {};
  }
}

// a is built from b: x + y == x is y == 0, and so on.
ExprId self_eq(ExprPool& pool, ExprId a, ExprId b) {
  ExprId x = pool.arg(a, 0), y = pool.arg(a, 1), z = pool.arg(a, 2);
  switch (pool.op(a)) {
    case Op::bv_add:
    case Op::bv_xor:
      if (x == b) return pool.eq(y, zero(pool, width_of(pool, a)));
      if (y == b) return pool.eq(x, zero(pool, width_of(pool, a)));
      return {};
    case Op::bv_sub:
      return x == b ? pool.eq(y, zero(pool, width_of(pool, a))) : ExprId{};
    case Op::bv_not:
      return x == b ? pool.false_expr() : ExprId{};
    case Op::ite:
      if (y == b) return pool.or_(x, pool.eq(z, b));
      if (z == b) return pool.or_(pool.not_(x), pool.eq(y, b));
      return {};
    default:
      return {};
  }
}

}  // namespace

ExprId simplify_eq(ExprPool& pool, const ExprNode& n) {
  ExprId a = n.args[0], b = n.args[1];
  if (a == b) return pool.true_expr();
  Sort sort = pool.sort(a);
  if (sort.is_bool()) {
    return complementary(pool, a, b) ? pool.false_expr() : bool_eq(pool, a, b);
  }
  if (pool.is_constant(b)) {
    if (ExprId e = compare_ite(pool, n)) return e;
    return sort.is_bits()  ? constant_eq(pool, a, b)
           : sort.is_int() ? simplify_int_eq(pool, a, b)
                           : ExprId{};
  }
  if (pool.op(a) == pool.op(b)) {
    if (ExprId e = same_op_eq(pool, a, b)) return e;
  }
  if (ExprId e = self_eq(pool, a, b)) return e;
  if (ExprId e = self_eq(pool, b, a)) return e;
  if (is_sum(pool, a) && is_sum(pool, b)) {
    if (ExprId e = sums_eq(pool, a, b)) return e;
  }
  return sort.is_int() ? simplify_int_eq(pool, a, b) : ExprId{};
}

}  // namespace cuttle
