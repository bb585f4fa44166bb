// SPDX-License-Identifier: Apache-2.0
#include <unordered_set>

#include "languages/prolog/machine/machine.h"

namespace cuttle::prolog {

void Machine::assign(uint64_t index, Cell value) {
  if (index < hb_) trail_.push_back({index, store_[index]});
  store_[index] = value;
}

void Machine::schedule(Cell attributes, Cell value) {
  pending_.emplace_back(attributes, value);
}

void Machine::bind(Cell variable, Cell value) {
  uint64_t i = payload(variable);
  if (tag_of(variable) == Tag::attvar && !probing_) schedule(store_[i + 1], value);
  assign(i, tag_of(value) == Tag::attvar ? ref_cell(payload(value)) : value);
}

// Acyclic terms have finitely many paths; a cycle shows as a compound below itself.
bool Machine::is_acyclic(Cell term) const {
  std::vector<std::pair<Cell, bool>> pending{{term, false}};
  std::unordered_set<uint64_t> open, done;
  while (!pending.empty()) {
    auto [cell, leaving] = pending.back();
    pending.pop_back();
    Cell c = store_.deref(cell);
    if (tag_of(c) != Tag::compound) continue;
    if (leaving) {
      open.erase(payload(c));
      done.insert(payload(c));
      continue;
    }
    if (open.contains(payload(c))) return false;
    if (done.contains(payload(c))) continue;
    open.insert(payload(c));
    pending.emplace_back(c, true);
    for (unsigned i = store_.symbols().arity(store_.functor_of(c)); i-- > 0;)
      pending.emplace_back(store_.arg(c, i), false);
  }
  return true;
}

bool Machine::is_deep(Cell term) const {
  constexpr unsigned deepest = 10'000;
  std::vector<std::pair<Cell, unsigned>> pending{{term, 0}};
  while (!pending.empty()) {
    auto [cell, depth] = pending.back();
    pending.pop_back();
    if (depth > deepest) return true;
    Cell c = store_.deref(cell);
    if (tag_of(c) != Tag::compound) continue;
    for (unsigned i = store_.symbols().arity(store_.functor_of(c)); i-- > 0;)
      pending.emplace_back(store_.arg(c, i), depth + 1);
  }
  return false;
}

// Plain unification without occurs check. Symbolic cells stand for their values in this run; while
// probing, meeting one ends the attempt.
bool Machine::unify_concrete(Cell a, Cell b) {
  std::vector<std::pair<Cell, Cell>> pending;
  uint64_t steps = 0;
  for (;;) {
    a = store_.deref(a);
    b = store_.deref(b);
    if (a != b) {
      Tag ta = tag_of(a), tb = tag_of(b);
      if (ta == Tag::ref) {
        // Younger variables point to older ones: nothing dangles when the heap is cut back.
        if (tb == Tag::ref && a < b) {
          bind(b, a);
        } else {
          bind(a, b);
        }
      } else if (tb == Tag::ref) {
        bind(b, a);
      } else if (ta == Tag::attvar) {
        bind(a, b);
      } else if (tb == Tag::attvar) {
        bind(b, a);
      } else if (ta == Tag::symbolic || tb == Tag::symbolic) {
        if (probing_) {
          met_symbolic_ = true;
          return false;
        }
        if (ta == Tag::symbolic) a = shadow_->concrete(a);
        if (tb == Tag::symbolic) b = shadow_->concrete(b);
        continue;
      } else if (ta != tb || ta == Tag::atom || ta == Tag::integer) {
        return false;
      } else if (ta == Tag::box) {
        if (!store_.box_equal(a, b)) return false;
      } else {
        if (store_[payload(a)] != store_[payload(b)]) return false;
        unsigned n = symbols().arity(store_.functor_of(a));
        // Cyclic terms would go on for ever: no difference is to come.
        if (++steps > max_steps) return true;
        if (n > 0) {
          for (unsigned i = n - 1; i > 0; --i)
            pending.emplace_back(store_.arg(a, i), store_.arg(b, i));
          Cell next_a = store_.arg(a, 0), next_b = store_.arg(b, 0);
          a = next_a;
          b = next_b;
          continue;
        }
      }
    }
    if (pending.empty()) return true;
    a = pending.back().first;
    b = pending.back().second;
    pending.pop_back();
  }
}

// Rules Head => Body: the head matches only if no variable of the call is bound.
bool Machine::match_head(const Clause& clause, Cell* slots) {
  uint64_t mark = trail_.size(), saved = hb_;
  hb_ = store_.top();  // every binding of a variable that exists now is trailed
  bool match = unify_head_args(clause, slots) && trail_.size() == mark;
  hb_ = saved;
  if (!match) undo_to(mark);
  return match;
}

bool Machine::unify_head_args(const Clause& clause, Cell* slots) {
  const Cell* t = clause.templates.data() + clause.head_args;
  unsigned n = clause.owner->arity;
  for (unsigned i = 0; i < n; ++i) {
    if (!unify_arg(clause, t[i], areg_[i], slots)) return false;
  }
  return true;
}

bool Machine::unify_arg(const Clause& clause, Cell t, Cell c, Cell* slots) {
  for (;;) {
    switch (tag_of(t)) {
      case Tag::ref: {
        uint64_t v = payload(t);
        auto occurrence = static_cast<Occurrence>(v & 3);
        if (occurrence == Occurrence::only) return true;
        if (occurrence == Occurrence::first) {
          slots[v >> 2] = store_.deref(c);
          if (tag_of(slots[v >> 2]) == Tag::attvar)
            slots[v >> 2] = ref_cell(payload(slots[v >> 2]));
          return true;
        }
        return unify_concrete(slots[v >> 2], c);
      }
      case Tag::compound: {
        c = store_.deref(c);
        if (tag_of(c) == Tag::symbolic) {
          if (probing_) {
            met_symbolic_ = true;
            return false;
          }
          c = shadow_->concrete(c);
        }
        const Cell* at = clause.templates.data() + payload(t);
        if (tag_of(c) == Tag::compound) {
          uint64_t x = payload(c);
          if (store_[x] != at[0]) return false;
          unsigned n = symbols().arity(static_cast<FunctorId>(payload(at[0])));
          if (n == 0) return true;
          for (unsigned i = 1; i < n; ++i) {
            if (!unify_arg(clause, at[i], store_[x + i], slots)) return false;
          }
          t = at[n];  // the last argument in a loop: long lists need no stack
          c = store_[x + n];
          continue;
        }
        if (!is_var_tag(tag_of(c))) return false;
        bind(c, build(clause, t, slots));
        return true;
      }
      default: {
        c = store_.deref(c);
        if (c == t) return true;
        if (is_var_tag(tag_of(c))) {
          bind(c, t);
          return true;
        }
        if (tag_of(c) == Tag::symbolic || tag_of(t) == Tag::symbolic) return unify_concrete(t, c);
        return tag_of(c) == Tag::box && tag_of(t) == Tag::box && store_.box_equal(c, t);
      }
    }
  }
}

Cell Machine::build(const Clause& clause, Cell t, Cell* slots) {
  if (tag_of(t) == Tag::ref) {
    uint64_t v = payload(t);
    switch (static_cast<Occurrence>(v & 3)) {
      case Occurrence::only:
        return store_.new_var();
      case Occurrence::first:
        return slots[v >> 2] = store_.new_var();
      default:
        return slots[v >> 2];
    }
  }
  if (tag_of(t) != Tag::compound) return t;
  Cell result = 0;
  uint64_t hole = 0;  // where the compound under construction goes; 0: it is the result
  for (;;) {
    const Cell* at = clause.templates.data() + payload(t);
    unsigned n = symbols().arity(static_cast<FunctorId>(payload(at[0])));
    uint64_t x = store_.allocate(n + 1);
    store_[x] = at[0];
    if (hole) {
      store_[hole] = compound_cell(x);
    } else {
      result = compound_cell(x);
    }
    if (n == 0) return result;
    for (unsigned i = 1; i < n; ++i) {
      Cell arg = build(clause, at[i], slots);
      store_[x + i] = arg;
    }
    t = at[n];
    if (tag_of(t) != Tag::compound) {
      store_[x + n] = build(clause, t, slots);
      return result;
    }
    hole = x + n;
  }
}

}  // namespace cuttle::prolog
