// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/simplify.h"
#include "engine/expr/simplify_util.h"

namespace cuttle {
namespace {

bool has_arg(const ExprPool& pool, ExprId e, ExprId arg) {
  return pool.arg(e, 0) == arg || pool.arg(e, 1) == arg;
}

bool has_complement(const ExprPool& pool, ExprId e, ExprId arg) {
  return complementary(pool, pool.arg(e, 0), arg) || complementary(pool, pool.arg(e, 1), arg);
}

// The argument of `e` that `arg` is not (or is not the complement of).
ExprId other_arg(const ExprPool& pool, ExprId e, ExprId arg) {
  ExprId first = pool.arg(e, 0);
  return first == arg || complementary(pool, first, arg) ? pool.arg(e, 1) : first;
}

// Rules for x and y where y is built from x. `op` is and_ or or_, `dual` the other one; the
// comments are for and_.
ExprId absorb(ExprPool& pool, Op op, Op dual, ExprId x, ExprId y) {
  if (is(pool, y, op)) {
    if (has_arg(pool, y, x)) return y;                                   // x & (x & z)
    if (has_complement(pool, y, x)) return pool.boolean(op == Op::or_);  // x & (-x & z)
  } else if (is(pool, y, dual)) {
    if (has_arg(pool, y, x)) return x;  // x & (x | z)
    if (has_complement(pool, y, x)) {   // x & (-x | z)
      return pool.binary(op, x, other_arg(pool, y, x));
    }
  } else if (is(pool, y, Op::not_)) {
    ExprId inner = pool.arg(y, 0);
    if (is(pool, inner, dual)) {
      if (has_arg(pool, inner, x)) return pool.boolean(op == Op::or_);  // x & -(x | z)
      if (has_complement(pool, inner, x)) return y;                     // x & -(-x | z)
    } else if (is(pool, inner, op)) {
      if (has_complement(pool, inner, x)) return x;  // x & -(-x & z)
      if (has_arg(pool, inner, x)) {                 // x & -(x & z)
        return pool.binary(op, x, pool.not_(other_arg(pool, inner, x)));
      }
    }
  }
  return {};
}

// A comparison of `term` with the constant `bound`, or its negation.
struct Literal {
  bool negated = false;
  Op op = Op::none;
  ExprId term, bound;
  ExprId expr;
};

Literal literal(const ExprPool& pool, ExprId e, bool negate) {
  Literal out;
  out.negated = is(pool, e, Op::not_);
  ExprId atom = out.negated ? pool.arg(e, 0) : e;
  Op op = pool.op(atom);
  bool compares = op == Op::eq || op == Op::bv_ult || op == Op::bv_slt;
  if (!compares || !pool.is_constant(pool.arg(atom, 1))) return {};
  if (!pool.sort(pool.arg(atom, 0)).is_bits()) return {};
  out.op = op;
  out.term = pool.arg(atom, 0);
  out.bound = pool.arg(atom, 1);
  out.expr = e;
  if (negate) out.negated = !out.negated;
  return out;
}

bool holds_at(ExprPool& pool, const Literal& l, ExprId constant) {
  return pool.is_true(pool.binary(l.op, constant, l.bound)) != l.negated;
}

// The conjunction of two comparisons of one term, where it is one comparison (or false). The
// result is given as a literal to be negated by the caller when it wants the disjunction.
enum class Merge : uint8_t { none, contradiction, first, second, made };

Merge conjunction(ExprPool& pool, const Literal& a, const Literal& b, ExprId& made) {
  if (a.op == Op::eq && !a.negated)
    return holds_at(pool, b, a.bound) ? Merge::first : Merge::contradiction;
  if (b.op == Op::eq && !b.negated)
    return holds_at(pool, a, b.bound) ? Merge::second : Merge::contradiction;
  if (a.op == Op::eq || b.op == Op::eq) {  // x != c and a range
    if (a.op == b.op) return Merge::none;
    const Literal& differs = a.op == Op::eq ? a : b;
    const Literal& range = a.op == Op::eq ? b : a;
    if (!holds_at(pool, range, differs.bound)) return a.op == Op::eq ? Merge::second : Merge::first;
    return Merge::none;
  }
  if (a.op != b.op) return Merge::none;
  bool a_lower = pool.is_true(pool.binary(a.op, a.bound, b.bound));  // a.bound < b.bound
  if (a.negated == b.negated) return a_lower != a.negated ? Merge::first : Merge::second;
  const Literal& at_least = a.negated ? a : b;
  const Literal& below = a.negated ? b : a;
  if (!pool.is_true(pool.binary(a.op, at_least.bound, below.bound))) return Merge::contradiction;
  ExprId next = pool.add(at_least.bound, one(pool, width_of(pool, a.term)));
  if (next != below.bound) return Merge::none;
  made = pool.eq(a.term, at_least.bound);
  return Merge::made;
}

ExprId merge_comparisons(ExprPool& pool, Op op, ExprId x, ExprId y) {
  bool dual = op == Op::or_;  // x | y is -(-x & -y)
  Literal a = literal(pool, x, dual), b = literal(pool, y, dual);
  if (!a.term || a.term != b.term) return {};
  ExprId made;
  switch (conjunction(pool, a, b, made)) {
    case Merge::none:
      return {};
    case Merge::contradiction:
      return pool.boolean(dual);
    case Merge::first:
      return x;
    case Merge::second:
      return y;
    case Merge::made:
      return dual ? pool.not_(made) : made;
  }
  return {};
}

ExprId simplify_and_or(ExprPool& pool, Op op, ExprId a, ExprId b) {
  bool is_and = op == Op::and_;
  if (pool.is_constant(b)) return pool.is_true(b) == is_and ? a : b;
  if (a == b) return a;
  if (complementary(pool, a, b)) return pool.boolean(!is_and);
  Op dual = is_and ? Op::or_ : Op::and_;
  if (ExprId e = absorb(pool, op, dual, a, b)) return e;
  if (ExprId e = absorb(pool, op, dual, b, a)) return e;
  return merge_comparisons(pool, op, a, b);
}

}  // namespace

ExprId simplify_bool(ExprPool& pool, const ExprNode& n) {
  ExprId a = n.args[0], b = n.args[1];
  if (n.op == Op::not_) return is(pool, a, Op::not_) ? pool.arg(a, 0) : ExprId{};
  if (n.op == Op::xor_) return pool.not_(pool.eq(a, b));
  return simplify_and_or(pool, n.op, a, b);
}

}  // namespace cuttle
