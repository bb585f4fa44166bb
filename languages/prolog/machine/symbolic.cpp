// SPDX-License-Identifier: Apache-2.0
#include "engine/support/check.h"
#include "languages/prolog/machine/machine.h"

namespace cuttle::prolog {

namespace {

// Undoes all bindings and allocations made while it lives, whatever their age.
struct Attempt {
  uint64_t& hb;
  uint64_t saved_hb;
  Attempt(uint64_t& hb, uint64_t top) : hb(hb), saved_hb(hb) { hb = top; }
  ~Attempt() { hb = saved_hb; }
};

}  // namespace

// Unification with symbolic values left open: collects what has to hold for it to succeed. Never
// looks at the values of this run, so the result is the same on every path that gets here.
class SymbolicUnifier {
 public:
  SymbolicUnifier(Machine& machine, Literal& out, bool bind)
      : m_(machine), store_(machine.store_), shadow_(*machine.shadow_), out_(out), bind_(bind) {}

  void run(Cell a, Cell b) {
    todo_.emplace_back(a, b);
    uint64_t steps = 0;
    while (!todo_.empty() && !out_.impossible) {
      if (++steps > Machine::max_steps) return;  // cyclic: no difference is to come
      auto [x, y] = todo_.back();
      todo_.pop_back();
      step(store_.deref(x), store_.deref(y));
    }
  }

 private:
  void step(Cell a, Cell b) {
    if (a == b) return;
    Tag ta = tag_of(a), tb = tag_of(b);
    if (is_var_tag(ta) || is_var_tag(tb)) {
      if (!bind_) {
        out_.impossible = true;
      } else if (ta == Tag::ref && !(tb == Tag::ref && a < b)) {
        m_.bind(a, b);
      } else if (tb == Tag::ref) {
        m_.bind(b, a);
      } else {
        m_.bind(is_var_tag(ta) ? a : b, is_var_tag(ta) ? b : a);
      }
      return;
    }
    if (tb == Tag::symbolic && ta != Tag::symbolic) {
      std::swap(a, b);
      std::swap(ta, tb);
    }
    if (ta == Tag::symbolic) return symbolic(a, b);
    if (ta != tb) {
      out_.impossible = true;
    } else if (ta == Tag::compound) {
      if (store_[payload(a)] != store_[payload(b)]) {
        out_.impossible = true;
        return;
      }
      for (unsigned i = m_.symbols().arity(store_.functor_of(a)); i-- > 0;)
        todo_.emplace_back(store_.arg(a, i), store_.arg(b, i));
    } else if (ta != Tag::box || !store_.box_equal(a, b)) {
      out_.impossible = true;
    }
  }

  void symbolic(Cell a, Cell b) {
    if (tag_of(b) == Tag::symbolic) return shadow_.require_equal(a, b, out_);
    if (tag_of(b) != Tag::compound) return shadow_.require_constant(a, b, out_);
    FunctorId f = store_.functor_of(b);
    if (!shadow_.require_functor(a, f, out_)) return;
    for (unsigned i = m_.symbols().arity(f); i-- > 0;)
      todo_.emplace_back(shadow_.child(a, f, i), store_.arg(b, i));
  }

  Machine& m_;
  Store& store_;
  Shadow& shadow_;
  Literal& out_;
  bool bind_;
  std::vector<std::pair<Cell, Cell>> todo_;
};

Machine::Probe Machine::probe_head(const Clause& clause) {
  uint64_t top = store_.top(), mark = trail_.size();
  Attempt attempt(hb_, top);
  probing_ = true;
  met_symbolic_ = false;
  bool match = unify_head(clause, local_ + local_top_ + frame_header);
  probing_ = false;
  undo_to(mark);
  store_.cut_back(top);
  if (met_symbolic_) return Probe::symbolic;
  return match ? Probe::match : Probe::mismatch;
}

ClauseList Machine::probe_all(const ClauseList& list, Cell key) {
  ClauseList matched;
  size_t at = 0;
  while (Clause* clause = next_clause(list, at, key, generation_)) {
    if (probe_head(*clause) == Probe::match) matched.push_back(clause);
    ++at;
  }
  return matched;
}

Literal Machine::head_literal(const Clause& clause) {
  uint64_t top = store_.top(), mark = trail_.size();
  Attempt attempt(hb_, top);
  Literal literal;
  SymbolicUnifier unifier(*this, literal, true);
  probing_ = true;  // binding attributed variables wakes nobody
  Cell* slots = local_ + local_top_ + frame_header;
  for (unsigned i = 0; i < clause.owner->arity && !literal.impossible; ++i) {
    Cell head = build(clause, clause.templates[clause.head_args + i], slots);
    unifier.run(head, areg_[i]);
  }
  probing_ = false;
  if (clause.owner->ssu && trail_.size() != mark) literal.impossible = true;
  undo_to(mark);
  store_.cut_back(top);
  return literal;
}

bool Machine::choose_clauses(Predicate* p, const ClauseList& list, Cell key, ClauseList& matched) {
  std::vector<Clause*> visible;
  std::vector<Probe> probes;
  bool symbolic = false;
  size_t at = 0;
  while (Clause* clause = next_clause(list, at, key, generation_)) {
    visible.push_back(clause);
    probes.push_back(probe_head(*clause));
    symbolic = symbolic || probes.back() == Probe::symbolic;
    ++at;
  }
  if (!symbolic) return false;
  shadow_->site = p->site;
  std::vector<Literal> literals(visible.size());
  for (size_t i = 0; i < visible.size(); ++i) {
    if (probes[i] == Probe::mismatch) literals[i].impossible = true;
    if (probes[i] == Probe::symbolic) literals[i] = head_literal(*visible[i]);
  }
  std::vector<bool> set = shadow_->choose_set(literals);
  for (size_t i = 0; i < visible.size(); ++i) {
    if (set[i]) matched.push_back(visible[i]);
  }
  return true;
}

Cell Machine::expose(Cell symbolic) {
  shadow_->site = site_;
  return shadow_->expose(symbolic);
}

Cell Machine::look_concrete(Cell c, const char* why) {
  c = look(c);
  if (tag_of(c) != Tag::symbolic) return c;
  return shadow_->concretise(c, why);
}

Literal Machine::unify_literal(Cell a, Cell b) {
  uint64_t top = store_.top(), mark = trail_.size();
  Attempt attempt(hb_, top);
  Literal literal;
  probing_ = true;
  SymbolicUnifier(*this, literal, true).run(a, b);
  probing_ = false;
  undo_to(mark);
  store_.cut_back(top);
  return literal;
}

bool Machine::unify(Cell a, Cell b) {
  if (!shadow_) return unify_concrete(a, b);
  uint64_t top = store_.top(), mark = trail_.size();
  uint64_t saved = hb_;
  hb_ = top;
  probing_ = true;
  met_symbolic_ = false;
  bool match = unify_concrete(a, b);
  probing_ = false;
  hb_ = saved;
  if (!met_symbolic_ && !match) {
    undo_to(mark);
    return false;
  }
  undo_to(mark);
  store_.cut_back(top);
  if (met_symbolic_) {
    Literal literal = unify_literal(a, b);
    shadow_->site = site_;
    if (!shadow_->choose(literal)) return false;
  }
  return unify_concrete(a, b);
}

bool Machine::identical(Cell a, Cell b) {
  Literal literal;
  if (shadow_) {
    SymbolicUnifier(*this, literal, false).run(a, b);
    shadow_->site = site_;
    return shadow_->choose(literal);
  }
  return compare(a, b) == 0;
}

}  // namespace cuttle::prolog
