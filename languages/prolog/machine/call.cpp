// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "engine/support/check.h"
#include "languages/prolog/machine/machine.h"
#include "languages/prolog/machine/meta_code.h"

namespace cuttle::prolog {

Cell Machine::key_of(Cell c) const {
  c = store_.deref(c);
  switch (tag_of(c)) {
    case Tag::atom:
    case Tag::integer:
      return c;
    case Tag::compound:
      return store_[payload(c)];
    default:
      return 0;
  }
}

Clause* Machine::next_clause(const ClauseList& list, size_t& at, Cell key, uint64_t gen) const {
  for (; at < list.size(); ++at) {
    Clause* c = list[at];
    if (c->born > gen || c->died <= gen) continue;
    if (key && c->key && c->key != key) continue;
    return c;
  }
  return nullptr;
}

Machine::Next Machine::finish(Status status) {
  switch (status) {
    case Status::fail:
      return Next::fail;
    case Status::error:
      return Next::error;
    case Status::jump:
      return Next::go;
    case Status::ok:
      break;
  }
  if (pending_.empty() || !wake_up()) proceed();
  return Next::go;
}

Machine::Next Machine::call(Predicate* p) {
  ++inferences_;
  if (p->state == Predicate::State::unresolved || p->alias) p = program_.resolve(p);
  if (!p->meta.empty() && p->module != context_) wrap_meta_arguments(p);
  switch (p->state) {
    case Predicate::State::clauses:
      return p->tabled ? call_tabled(p) : call_clauses(p);
    case Predicate::State::builtin:
      if (shadow_) shadow_->site = site_;
      if (digesting) {
        Status status = p->builtin(*this, areg_.data());
        note_status(*p, status);
        return finish(status);
      }
      return finish(p->builtin(*this, areg_.data()));
    case Predicate::State::foreign:
      return foreign(p);
    default:
      return undefined(p);
  }
}

Machine::Next Machine::call_tabled(Predicate* p) {
  ran_tabled_ = true;
  Cell goal = p->arity ? store_.compound(p->functor, {areg_.data(), p->arity}) : atom_cell(p->name);
  Cell pair[2] = {atom_cell(p->module), goal};
  areg_[0] = store_.compound(symbols().colon, pair);
  context_ = atoms::prelude;
  return call(program_.lookup(atoms::prelude, symbols().functor("$tabled", 1)));
}

Status Machine::status_of(Next next) {
  switch (next) {
    case Next::go:
      return Status::jump;
    case Next::error:
      return Status::error;
    default:
      return Status::fail;
  }
}

Status Machine::call_untabled(AtomId module, Cell goal) {
  FunctorId f =
      tag_of(goal) == Tag::atom ? symbols().functor(atom_of(goal), 0) : store_.functor_of(goal);
  Predicate* p = program_.resolve(program_.lookup(module, f));
  for (unsigned i = 0; i < p->arity; ++i) areg_[i] = store_.arg(goal, i);
  context_ = module;
  return status_of(call_clauses(p));
}

void Machine::note_functor(FunctorId f) {
  if (f >= functor_digests_.size()) functor_digests_.resize(f + 1);
  uint64_t& digest = functor_digests_[f];
  if (digest == 0) {
    digest = symbols().arity(f) + 1;
    for (unsigned char c : symbols().text(symbols().name(f))) digest = digest * 1099511628211u + c;
  }
  note(digest);
}

void Machine::note_status(const Predicate& p, Status status) {
  if (status == Status::jump) return;
  note_functor(p.functor);
  note(static_cast<uint64_t>(status));
  if (status != Status::error) return;
  Cell ball = ball_.build(store_);
  Cell formal =
      store_.is_functor(ball, symbols().error2) ? store_.deref(store_.arg(ball, 0)) : ball;
  if (tag_of(formal) == Tag::compound) note_functor(store_.functor_of(formal));
}

Machine::Next Machine::call_clauses(Predicate* p) {
  Cell key = p->arity ? key_of(areg_[0]) : 0;
  const ClauseList* list = &p->candidates(key);
  ClauseList matched;
  bool chosen = shadow_ && choose_clauses(p, *list, key, matched);
  if (!chosen && (digesting || (trace && p->user))) {
    matched = probe_all(*list, key);
    chosen = true;
  }
  if (digesting) {
    note_functor(p->functor);
    for (const Clause* clause : matched) note(clause->ordinal);
    note(never);
  }
  if (chosen) {
    if (trace && p->user && !matched.empty())
      trace->push_back({TraceStep::Kind::unfold, p, {matched.begin(), matched.end()}});
    if (matched.size() <= 1) return try_clauses(p, &matched, 0, 0, generation_, false);
    match_lists_.push_back(std::move(matched));
    return try_clauses(p, &match_lists_.back(), 0, 0, generation_, false);
  }
  return try_clauses(p, list, 0, key, generation_, false);
}

// Tries the clauses from `from` on. `on_choice`: the top choice point is ours already (we come back
// from a failure); it goes when the last clause is tried.
Machine::Next Machine::try_clauses(Predicate* p, const ClauseList* list, size_t from, Cell key,
                                   uint64_t gen, bool on_choice) {
  size_t at = from;
  size_t level = choices_.size() - (on_choice ? 1 : 0);
  Clause* clause = next_clause(*list, at, key, gen);
  while (clause) {
    size_t after = at + 1;
    Clause* next = next_clause(*list, after, key, gen);
    if (next && !on_choice) {
      ChoicePoint& cp = push_choice(PointKind::clauses);
      cp.pred = p;
      cp.list = list;
      cp.key = key;
      cp.generation = gen;
      save_args(cp, areg_.data(), p->arity);
      on_choice = true;
    } else if (!next && on_choice) {
      pop_choice();
      on_choice = false;
    }
    if (on_choice) choices_.back().next = after;
    if (enter(clause, level)) return Next::go;
    if (!next) return Next::fail;
    undo_to(choices_.back().trail);
    store_.cut_back(choices_.back().heap);
    pending_.clear();
    if (trace && p->user) trace->push_back({TraceStep::Kind::backtrack, p, {next}});
    clause = next;
    at = after;
  }
  return Next::fail;
}

bool Machine::enter(Clause* clause, size_t level) {
  Cell* slots = local_ + local_top_ + frame_header;
  if (!unify_head(*clause, slots)) return false;
  if (on_clause) on_clause(*clause);
  if (clause->fact) {
    if (clause->point != no_point && !clause->complete) note_completed(*clause);
    if (!pending_.empty() && wake_up()) return true;
    proceed();
    return true;
  }
  e_ = local_top_;
  frame_env(e_) = cont_env_;
  frame_cont(e_) = cont_;
  frame_level(e_) = level;
  frame_clause(e_) = clause;
  local_top_ = e_ + frame_header + clause->slots;
  p_ = clause->code.data();
  if (!pending_.empty()) {
    cont_ = p_;
    cont_env_ = e_;
    wake_up();
  }
  return true;
}

// Runs the hooks of attributed variables that were bound, then what was to come next.
bool Machine::wake_up() {
  Cell list = atom_cell(atoms::nil);
  for (size_t i = pending_.size(); i-- > 0;) {
    Cell pair[2] = {pending_[i].first, pending_[i].second};
    list = store_.cons(store_.compound(symbols().minus2, pair), list);
  }
  pending_.clear();
  areg_[0] = list;
  context_ = atoms::prelude;
  Predicate* p = program_.lookup(atoms::prelude, symbols().functor("$wakeup", 1));
  p = program_.resolve(p);
  if (p->state != Predicate::State::clauses) return false;
  CUTTLE_CHECK(call_clauses(p) == Next::go, "the list of woken goals is a list");
  return true;
}

void Machine::wrap_meta_arguments(Predicate* p) {
  for (unsigned i = 0; i < p->arity && i < p->meta.size(); ++i) {
    const std::string& spec = symbols().text(p->meta[i]);
    bool qualify = spec == ":" || spec == "^" || spec == "//" ||
                   (spec.size() == 1 && spec[0] >= '0' && spec[0] <= '9');
    if (!qualify) continue;
    Cell arg = store_.deref(areg_[i]);
    if (store_.is_functor(arg, symbols().colon)) continue;
    Cell pair[2] = {atom_cell(context_), areg_[i]};
    areg_[i] = store_.compound(symbols().colon, pair);
  }
}

void Machine::note_completed(const Clause& clause) {
  const_cast<Clause&>(clause).complete = true;
  completed_.push_back(clause.point);
}

// Gives the frame up before its last call. A clause that has not been seen complete yet leaves a
// mark in the chain of continuations: when it is returned to, the clause is complete. A loop leaves
// its mark once.
void Machine::leave_for_last_call() {
  const Clause* clause = frame_clause(e_);
  cont_ = frame_cont(e_);
  cont_env_ = frame_env(e_);
  local_top_ = std::max(protected_local(), e_);
  if (clause->point == no_point || clause->complete) return;
  uint64_t at = cont_env_;
  for (int k = 0; k < 8 && frame_clause(at) == &meta_->mark; ++k) {
    if (frame_slots(at)[0] == clause->point) return;
    at = frame_env(at);
  }
  push_meta_frame(meta_->mark, {clause->point});
}

}  // namespace cuttle::prolog
