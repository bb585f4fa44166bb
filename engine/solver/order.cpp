// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/order.h"

#include <algorithm>
#include <bit>

#include "engine/expr/bits.h"

namespace cuttle {

namespace {

constexpr uint64_t bit(unsigned i) {
  return uint64_t{1} << i;
}

// Calls f(i) for each member.
template <typename F>
void for_each(uint64_t set, F f) {
  for (; set != 0; set &= set - 1) f(static_cast<unsigned>(std::countr_zero(set)));
}

uint64_t sign_shift(unsigned width, bool is_signed) {
  return is_signed ? uint64_t{1} << (width - 1) : 0;
}

}  // namespace

unsigned Order::term(WordContext& context, ExprId e, bool is_signed) {
  uint32_t& slot = index_[e.index];
  if (slot == 0) {
    const ExprPool& pool = context.problem.pool;
    const unsigned width = pool.sort(e).width;
    const unsigned i = static_cast<unsigned>(terms_.size());
    terms_.push_back({e, context.evaluator.narrow(e) ^ sign_shift(width, is_signed)});
    at_most_[i] = bit(i);
    less_[i] = different_[i] = 0;
    if (pool.is_constant(e)) constants_ |= bit(i);
    slot = i + 1;
    touched_.push_back(e);
  }
  return slot - 1;
}

// False when there is nothing to order or too much.
bool Order::collect(WordContext& context, bool is_signed) {
  const Problem& problem = context.problem;
  for (ExprId e : touched_) index_[e.index] = 0;
  touched_.clear();
  terms_.clear();
  constants_ = 0;
  if (index_.size() < problem.pool.size()) {
    index_.resize(problem.pool.size() + problem.pool.size() / 4 + 64);
  }
  context.evaluator.begin(problem.hint);
  const Relation less = is_signed ? Relation::slt : Relation::ult;
  const Relation at_most = is_signed ? Relation::sle : Relation::ule;
  size_t comparisons = 0;
  unsigned width = 0;
  for (ExprId e : problem.constraints) {
    const LiteralInfo& info = problem.literals.info(e);
    const bool is_order = info.relation == less || info.relation == at_most;
    if (!is_order && info.relation != Relation::eq && info.relation != Relation::ne) continue;
    const Sort sort = problem.pool.sort(info.a);
    if (!sort.is_bits() || sort.width > 64) continue;
    if (width == 0) width = sort.width;
    if (sort.width != width) continue;
    if (terms_.size() + 2 > max_terms) return false;
    const unsigned a = term(context, info.a, is_signed), b = term(context, info.b, is_signed);
    ++comparisons;
    switch (info.relation) {
      case Relation::eq:
        at_most_[b] |= bit(a);
        at_most_[a] |= bit(b);
        break;
      case Relation::ne:
        different_[a] |= bit(b);
        different_[b] |= bit(a);
        break;
      case Relation::ult:
      case Relation::slt:
        less_[a] |= bit(b);
        [[fallthrough]];
      default:
        at_most_[a] |= bit(b);
    }
  }
  return comparisons > 1;
}

void Order::order_constants() {
  for_each(constants_, [&](unsigned i) {
    for_each(constants_, [&](unsigned j) {
      if (terms_[i].value < terms_[j].value) {
        less_[i] |= bit(j);
        at_most_[i] |= bit(j);
      }
    });
  });
}

void Order::close() {
  const unsigned count = static_cast<unsigned>(terms_.size());
  for (unsigned k = 0; k < count; ++k) {
    for (unsigned i = 0; i < count; ++i) {
      if (at_most_[i] & bit(k)) at_most_[i] |= at_most_[k];
    }
  }
  // At most and different is less; and less carries over whatever is at most on either side.
  std::array<Row, max_terms> above;
  for (unsigned i = 0; i < count; ++i) {
    above[i] = 0;
    for_each(less_[i] | (at_most_[i] & different_[i]),
             [&](unsigned j) { above[i] |= at_most_[j]; });
  }
  for (unsigned i = 0; i < count; ++i) {
    less_[i] = 0;
    for_each(at_most_[i], [&](unsigned j) { less_[i] |= above[j]; });
  }
}

bool Order::contradiction() const {
  for (unsigned i = 0; i < terms_.size(); ++i) {
    if (less_[i] & bit(i)) return true;
  }
  return false;
}

// The least number for a term that fits those that have theirs. False when there is none.
bool Order::least_number(unsigned i, Row done, uint64_t top, uint64_t& out) const {
  uint64_t least = terms_[i].value;
  Row equal = 0;
  for_each(done & below_[i], [&](unsigned j) {
    if (at_most_[i] & bit(j)) equal |= bit(j);
  });
  if (equal != 0) {
    out = numbers_[static_cast<unsigned>(std::countr_zero(equal))];
    return true;
  }
  bool full = false;
  for_each(done & below_[i], [&](unsigned j) {
    if (numbers_[j] < least) return;
    const bool strict = less_[j] & bit(i);
    full |= strict && numbers_[j] == top;
    least = numbers_[j] + (strict ? 1 : 0);
  });
  bool moved = (constants_ & bit(i)) == 0;
  while (moved && !full) {
    moved = false;
    for_each(done & different_[i], [&](unsigned j) { moved |= numbers_[j] == least; });
    full = moved && least == top;
    least += moved;
  }
  out = least;
  return !full;
}

// Numbers the terms along the order, each as close to its old value as it can be, and tries that.
bool Order::number(WordContext& context, bool is_signed) {
  const ExprPool& pool = context.problem.pool;
  const unsigned count = static_cast<unsigned>(terms_.size());
  const unsigned width = pool.sort(terms_[0].expr).width;
  for (unsigned i = 0; i < count; ++i) below_[i] = 0;
  for (unsigned i = 0; i < count; ++i) {
    for_each(at_most_[i] & ~bit(i), [&](unsigned j) { below_[j] |= bit(i); });
  }
  Row done = 0;
  changes_.clear();
  for (unsigned step = 0; step < count; ++step) {
    // The least by old value among those with nothing left below but their equals.
    unsigned next = max_terms;
    for (unsigned i = 0; i < count; ++i) {
      if ((done & bit(i)) || (below_[i] & ~done & ~at_most_[i]) != 0) continue;
      if (next == max_terms || terms_[i].value < terms_[next].value) next = i;
    }
    if (next == max_terms) return false;
    if (!least_number(next, done, low_mask(width), numbers_[next])) return false;
    done |= bit(next);
    if (numbers_[next] == terms_[next].value) continue;
    if (pool.op(terms_[next].expr) != Op::variable) return false;
    changes_.emplace_back(pool.var_of(terms_[next].expr),
                          numbers_[next] ^ sign_shift(width, is_signed));
  }
  if (!satisfied(context, changes_)) return false;
  answer_sat(context, changes_);
  return true;
}

bool Order::solve(WordContext& context) {
  bool is_signed = false, is_unsigned = false;
  for (ExprId e : context.problem.constraints) {
    const Relation relation = context.problem.literals.info(e).relation;
    is_signed |= relation == Relation::slt || relation == Relation::sle;
    is_unsigned |= relation == Relation::ult || relation == Relation::ule;
  }
  for (bool with_sign : {true, false}) {
    if (!(with_sign ? is_signed : is_unsigned)) continue;
    if (!collect(context, with_sign)) continue;
    order_constants();
    close();
    if (contradiction()) {
      context.out.answer = Answer::unsat;
      return true;
    }
    if (number(context, with_sign)) return true;
  }
  return false;
}

}  // namespace cuttle
