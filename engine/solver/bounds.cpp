// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/bounds.h"

#include <algorithm>

#include "engine/solver/dense_model.h"
#include "engine/solver/range_ops.h"

namespace cuttle {

namespace {

bool is_signed(Relation relation) {
  return relation == Relation::slt || relation == Relation::sle;
}
bool is_strict(Relation relation) {
  return relation == Relation::ult || relation == Relation::slt;
}

bool possible(Relation relation, const Range& a, const Range& b) {
  if (a.empty || b.empty) return false;
  switch (relation) {
    case Relation::eq:
      return may_be_equal(a, b);
    case Relation::ne:
      return may_be_different(a, b);
    case Relation::ult:
      return a.low < b.high;
    case Relation::ule:
      return a.low <= b.high;
    case Relation::slt:
      return a.signed_low < b.signed_high;
    case Relation::sle:
      return a.signed_low <= b.signed_high;
    case Relation::none:
      return true;
  }
  return true;
}

}  // namespace

bool Bounds::narrow_constant(ExprId e, uint64_t& value) const {
  if (!pool_.is_constant(e) || !is_narrow(pool_.sort(e))) return false;
  value = pool_.value(e).low64();
  return true;
}

bool Bounds::range_of(ExprId term, Range& out) const {
  const Sort sort = pool_.sort(term);
  if (!is_narrow(sort)) return false;
  uint64_t value;
  if (narrow_constant(term, value)) {
    out = Range::constant(bit_width(sort), value);
  } else if (term.index < slot_of_.size() && slot_of_[term.index] != 0) {
    out = slots_[slot_of_[term.index] - 1].range;
  } else {
    out = Range::full(bit_width(sort));
  }
  return true;
}

bool Bounds::contradicts(const LiteralInfo& info) const {
  Range a, b;
  if (info.relation == Relation::none || !range_of(info.a, a) || !range_of(info.b, b)) return false;
  return !possible(info.relation, a, b);
}

bool Bounds::implies(const LiteralInfo& info) const {
  Range a, b;
  if (info.relation == Relation::none || !range_of(info.a, a) || !range_of(info.b, b)) return false;
  // An empty range means that the path is impossible; that is for others to say.
  if (a.empty || b.empty) return false;
  const bool symmetric = info.relation == Relation::eq || info.relation == Relation::ne;
  return !possible(opposite(info).relation, symmetric ? a : b, symmetric ? b : a);
}

bool Bounds::is_empty(const LiteralInfo& info) const {
  Range a, b;
  if (info.relation == Relation::none || !range_of(info.a, a) || !range_of(info.b, b)) return false;
  return a.empty || b.empty;
}

Bounds::Slot& Bounds::open(ExprId term) {
  if (term.index >= slot_of_.size()) slot_of_.resize(pool_.size() + pool_.size() / 4 + 64);
  uint32_t& index = slot_of_[term.index];
  if (index == 0) {
    slots_.push_back({Range::full(bit_width(pool_.sort(term))), {none, none, none, none}});
    index = static_cast<uint32_t>(slots_.size());
  }
  undo_.push_back({index - 1, slots_[index - 1]});
  return slots_[index - 1];
}

void Bounds::limit(ExprId term, const Range& range) {
  if (pool_.is_constant(term)) return;
  Range now;
  range_of(term, now);
  if (now.meet(range)) open(term).range = now;
}

// A constraint that is not implied is tighter than the last one of its side, which it makes
// superfluous.
uint32_t Bounds::note_giver(ExprId term, Side side, uint32_t position) {
  Slot& slot = open(term);
  const uint32_t before = slot.givers[side];
  slot.givers[side] = position;
  return before;
}

void Bounds::note_first_giver(ExprId term, Side side, uint32_t position) {
  Slot& slot = open(term);
  if (slot.givers[side] == none) slot.givers[side] = position;
}

uint32_t Bounds::add(const LiteralInfo& info, uint32_t position) {
  Range a, b;
  if (info.relation == Relation::none || !range_of(info.a, a) || !range_of(info.b, b)) return none;
  if (info.relation == Relation::eq) {
    limit(info.a, b);
    limit(info.b, a);
    return none;
  }
  if (info.relation == Relation::ne) {
    // `x != 0` is the weakest lower limit; anything tighter makes it superfluous.
    if (b.is_constant() && b.low == 0) note_first_giver(info.a, below, position);
    if (a.is_constant() && a.low == 0) note_first_giver(info.b, below, position);
    if (b.is_constant() && a.exclude(b.low)) limit(info.a, a);
    if (a.is_constant() && b.exclude(a.low)) limit(info.b, b);
    return none;
  }
  limit(info.a, range_below(b, is_signed(info.relation), is_strict(info.relation)));
  limit(info.b, range_above(a, is_signed(info.relation), is_strict(info.relation)));
  const bool with_sign = is_signed(info.relation);
  uint64_t value;
  if (narrow_constant(info.b, value)) {
    return note_giver(info.a, with_sign ? signed_above : above, position);
  }
  if (narrow_constant(info.a, value)) {
    return note_giver(info.b, with_sign ? signed_below : below, position);
  }
  return none;
}

void Bounds::undo_to(uint32_t mark) {
  while (undo_.size() > mark) {
    slots_[undo_.back().slot] = undo_.back().old;
    undo_.pop_back();
  }
}

}  // namespace cuttle
