// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "languages/prolog/machine/machine.h"
#include "languages/prolog/program/compiler.h"

namespace cuttle::prolog {

// Strips Module: prefixes.
static Cell strip_module(Machine& m, Cell c, AtomId& module) {
  for (;;) {
    c = m.look(c);
    if (!m.store().is_functor(c, m.symbols().colon)) return c;
    Cell name = m.look(m.store().arg(c, 0));
    if (tag_of(name) == Tag::atom) module = atom_of(name);
    c = m.store().arg(c, 1);
  }
}

Predicate* Machine::dynamic_predicate(AtomId module, FunctorId f) {
  Predicate* p = program_.resolve(program_.lookup(module, f));
  if (p->state == Predicate::State::undefined) {
    p = program_.lookup(module, f);
    p->alias = nullptr;
    p->state = Predicate::State::clauses;
    p->dynamic = true;
    p->site =
        program_.sites().id({"", 0, 0, symbols().text(p->name) + "/" + std::to_string(p->arity)});
  }
  return p;
}

Status Machine::add_clause(Cell term, AtomId module, bool at_end) {
  term = strip_module(*this, term, module);
  Cell head = term, body = atom_cell(atoms::true_);
  AtomId body_module = module;
  if (store_.is_functor(term, symbols().neck)) {
    head = store_.arg(term, 0);
    body = store_.arg(term, 1);
  }
  head = strip_module(*this, head, module);
  body = strip_module(*this, body, body_module);
  if (is_var_tag(tag_of(head)) || is_var_tag(tag_of(body))) return instantiation_error();
  if (!is_acyclic(term)) return representation_error("cyclic_term");
  if (is_deep(term)) return unsupported("a clause with a term of more than 10,000 levels");
  if (!is_body(body)) return type_error("callable", body);
  if (tag_of(head) != Tag::atom && tag_of(head) != Tag::compound)
    return type_error("callable", head);
  FunctorId f =
      tag_of(head) == Tag::atom ? symbols().functor(atom_of(head), 0) : store_.functor_of(head);
  Predicate* p = dynamic_predicate(module, f);
  if (p->state != Predicate::State::clauses || (!p->dynamic && (p->locked || !p->all->empty()))) {
    Cell pair[2] = {atom_cell(p->name), int_cell(p->arity)};
    return permission_error("modify", "static_procedure", store_.compound(symbols().slash2, pair));
  }
  auto clause = compile_clause(program_, p, head, body, body_module);
  clause->born = ++generation_;
  clause->ordinal = p->next_ordinal++;
  if (std::find(changed_.begin(), changed_.end(), p) == changed_.end()) changed_.push_back(p);
  if (at_end) {
    p->append(clause.get());
  } else {
    retired_.push_back(p->all);
    p->prepend(clause.get());
  }
  asserted_.push_back(std::move(clause));
  return Status::ok;
}

void Machine::erase(Clause* clause) {
  if (clause->died != never) return;
  clause->died = ++generation_;
  Predicate* p = clause->owner;
  if (std::find(changed_.begin(), changed_.end(), p) == changed_.end()) changed_.push_back(p);
}

std::vector<Clause*> Machine::matching(Predicate* p, const Cell* args) {
  std::vector<Cell> saved(areg_.begin(), areg_.begin() + 8);
  for (unsigned i = 0; i < p->arity; ++i) areg_[i] = args[i];
  Cell key = p->arity ? key_of(areg_[0]) : 0;
  const ClauseList& list = p->candidates(key);
  ClauseList matched;
  if (!shadow_ || !choose_clauses(p, list, key, matched)) matched = probe_all(list, key);
  std::copy(saved.begin(), saved.end(), areg_.begin());
  return matched;
}

void Machine::decompile(const Clause& clause, Cell& head, Cell& body) {
  Cell term = clause.source.build(store_);
  head = store_.arg(term, 0);
  body = store_.arg(term, 1);
}

}  // namespace cuttle::prolog
