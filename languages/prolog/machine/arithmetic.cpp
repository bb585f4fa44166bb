// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/machine/machine.h"

namespace cuttle::prolog {

// The value of an expression of small integers with + - * only, straight from the template. False
// when it is anything else: then the general evaluator does it.
bool Machine::small_value(const Clause& clause, Cell t, const Cell* slots, int64_t& out) const {
  if (tag_of(t) == Tag::integer) {
    out = int_of(t);
    return true;
  }
  if (tag_of(t) == Tag::ref) {
    if (static_cast<Occurrence>(payload(t) & 3) != Occurrence::next) return false;
    Cell c = store_.deref(slots[payload(t) >> 2]);
    if (tag_of(c) != Tag::integer) return false;
    out = int_of(c);
    return true;
  }
  if (tag_of(t) != Tag::compound) return false;
  const Cell* at = clause.templates.data() + payload(t);
  const Symbols& symbols = store_.symbols();
  auto f = static_cast<FunctorId>(payload(at[0]));
  if (f != symbols.plus2 && f != symbols.minus2 && f != symbols.star2) return false;
  int64_t a, b;
  if (!small_value(clause, at[1], slots, a) || !small_value(clause, at[2], slots, b)) return false;
  bool overflow = f == symbols.plus2    ? __builtin_add_overflow(a, b, &out)
                  : f == symbols.minus2 ? __builtin_sub_overflow(a, b, &out)
                                        : __builtin_mul_overflow(a, b, &out);
  return !overflow && is_small_int(out);
}

Machine::Next Machine::arithmetic(const Instr& instr) {
  const Clause& clause = *frame_clause(e_);
  const Cell* t = clause.templates.data() + instr.args;
  Cell* slots = frame_slots(e_);
  int64_t a, b;
  if (digesting) {
    // The general way notes what happens.
  } else if (instr.op == OpCode::compare) {
    if (small_value(clause, t[0], slots, a) && small_value(clause, t[1], slots, b)) {
      bool holds = false;
      switch (static_cast<Relation>(instr.nargs)) {
        case Relation::equal:
          holds = a == b;
          break;
        case Relation::unequal:
          holds = a != b;
          break;
        case Relation::less:
          holds = a < b;
          break;
        case Relation::greater:
          holds = a > b;
          break;
        case Relation::less_equal:
          holds = a <= b;
          break;
        case Relation::greater_equal:
          holds = a >= b;
          break;
      }
      if (!holds) return Next::fail;
      ++p_;
      return Next::go;
    }
  } else if (small_value(clause, t[1], slots, b)) {
    if (tag_of(t[0]) == Tag::ref &&
        static_cast<Occurrence>(payload(t[0]) & 3) == Occurrence::first) {
      slots[payload(t[0]) >> 2] = int_cell(b);
      ++p_;
      return Next::go;
    }
    Cell left = store_.deref(build(clause, t[0], slots));
    if (tag_of(left) == Tag::ref) {
      bind(left, int_cell(b));
      ++p_;
      return Next::go;
    }
    if (tag_of(left) == Tag::integer) {
      if (int_of(left) != b) return Next::fail;
      ++p_;
      return Next::go;
    }
    areg_[0] = left;
    areg_[1] = int_cell(b);
    at(clause);
    cont_ = &instr + 1;
    cont_env_ = e_;
    return call(instr.pred);
  }
  areg_[0] = build(clause, t[0], slots);
  areg_[1] = build(clause, t[1], slots);
  context_ = instr.module;
  at(clause);
  cont_ = &instr + 1;
  cont_env_ = e_;
  return call(instr.pred);
}

}  // namespace cuttle::prolog
