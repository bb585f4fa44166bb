// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/builtins/builtins.h"

namespace cuttle::prolog {

namespace {

Status yes(bool holds) {
  return holds ? Status::ok : Status::fail;
}

Cell strip(Machine& m, Cell c, AtomId& module) {
  for (c = m.look(c); m.store().is_functor(c, m.symbols().colon);) {
    Cell name = m.look(m.store().arg(c, 0));
    if (tag_of(name) == Tag::atom) module = atom_of(name);
    c = m.look(m.store().arg(c, 1));
  }
  return c;
}

Status assertz(Machine& m, Cell* args) {
  return m.add_clause(args[0], m.context(), true);
}
Status asserta(Machine& m, Cell* args) {
  return m.add_clause(args[0], m.context(), false);
}

// The predicate that a head names; null with an error raised, or null and Status::fail.
Predicate* predicate_of(Machine& m, Cell head, AtomId module, Status& status) {
  status = Status::error;
  if (is_var_tag(tag_of(head))) {
    m.instantiation_error();
    return nullptr;
  }
  if (tag_of(head) != Tag::atom && tag_of(head) != Tag::compound) {
    m.type_error("callable", head);
    return nullptr;
  }
  FunctorId f = tag_of(head) == Tag::atom ? m.symbols().functor(atom_of(head), 0)
                                          : m.store().functor_of(head);
  Predicate* p = m.program().resolve(m.program().lookup(module, f));
  status = Status::fail;
  if (p->state == Predicate::State::undefined) return nullptr;
  return p;
}

Cell clause_ref(Clause* c) {
  return int_cell(static_cast<int64_t>(reinterpret_cast<uintptr_t>(c)));
}
Clause* clause_of(Cell c) {
  return reinterpret_cast<Clause*>(static_cast<uintptr_t>(int_of(c)));
}

Cell clause_list(Machine& m, const std::vector<Clause*>& clauses) {
  std::vector<Cell> refs;
  for (Clause* c : clauses) refs.push_back(clause_ref(c));
  return m.store().list(refs);
}

// The reference of a clause: an atom, as SWI-Prolog's blobs are atomic.
Cell reference_to(Machine& m, Clause* clause) {
  auto [it, fresh] = m.references.try_emplace(clause, 0);
  if (fresh) {
    it->second = m.symbols().atom("<clause>(" + std::to_string(m.references.size()) + ")");
    m.referred[it->second] = clause;
  }
  return atom_cell(it->second);
}

// The clause that a reference means, or null.
Clause* referred(Machine& m, Cell reference) {
  Cell c = m.look(reference);
  if (tag_of(c) != Tag::atom) return nullptr;
  auto it = m.referred.find(atom_of(c));
  return it == m.referred.end() ? nullptr : it->second;
}

template <bool at_end>
Status assert_with_reference(Machine& m, Cell* args) {
  if (!is_var_tag(tag_of(m.deref(args[1])))) return m.uninstantiation_error(m.deref(args[1]));
  if (Status s = m.add_clause(args[0], m.context(), at_end); s != Status::ok) return s;
  return yes(m.unify(args[1], reference_to(m, m.last_added())));
}

// '$erase_clause'(Reference)
Status erase_clause(Machine& m, Cell* args) {
  Clause* clause = referred(m, args[0]);
  if (!clause) return Status::fail;
  if (clause->died != never) return m.existence_error("db_reference", m.deref(args[0]));
  m.erase(clause);
  return Status::ok;
}

// '$clause'(Reference, Head, Body)
Status clause_of_reference(Machine& m, Cell* args) {
  Clause* clause = referred(m, args[0]);
  if (!clause || clause->died != never) return Status::fail;
  Cell head, body;
  m.decompile(*clause, head, body);
  return yes(m.unify(args[1], head) && m.unify(args[2], body));
}

constexpr Cell no_reference = int_cell(0);

// args: Head, Body, remaining clauses, "remove it", Reference
Status next_clause(Machine& m, Cell* args) {
  Cell head = args[0], body = args[1], list = m.deref(args[2]), remove = args[3];
  Cell reference = args[4];
  while (m.store().is_functor(list, m.symbols().list)) {
    Clause* clause = clause_of(m.deref(m.store().arg(list, 0)));
    list = m.deref(m.store().arg(list, 1));
    if (clause->died != never) continue;
    if (list != atom_cell(atoms::nil)) {
      Cell rest[5] = {head, body, list, remove, reference};
      m.push_retry(next_clause, rest, 5);
    }
    Cell h, b;
    m.decompile(*clause, h, b);
    if (!m.unify(head, h) || !m.unify(body, b)) return Status::fail;
    if (reference != no_reference && !m.unify(reference, reference_to(m, clause)))
      return Status::fail;
    if (remove == int_cell(1)) m.erase(clause);
    return Status::ok;
  }
  return Status::fail;
}

Status find_clauses(Machine& m, Cell head, Cell body, AtomId module, bool remove,
                    Cell reference = no_reference) {
  Status status;
  Predicate* p = predicate_of(m, head, module, status);
  if (!p) return status;
  Cell indicator[2] = {atom_cell(p->name), int_cell(p->arity)};
  if (p->state != Predicate::State::clauses || (p->locked && !p->dynamic))
    return m.permission_error(remove ? "modify" : "access",
                              remove ? "static_procedure" : "private_procedure",
                              m.store().compound(m.symbols().slash2, indicator));
  if (remove && !p->dynamic)
    return m.permission_error("modify", "static_procedure",
                              m.store().compound(m.symbols().slash2, indicator));
  std::vector<Cell> head_args;
  for (unsigned i = 0; i < p->arity; ++i) head_args.push_back(m.store().arg(head, i));
  std::vector<Clause*> found = m.matching(p, head_args.data());
  Cell args[5] = {head, body, clause_list(m, found), int_cell(remove ? 1 : 0), reference};
  return next_clause(m, args);
}

// clause/2, and '$clause_reference'/3 that tells which.
template <bool referring>
Status clause2(Machine& m, Cell* args) {
  AtomId module = m.context();
  Cell body = m.deref(args[1]);
  Cell head = strip(m, args[0], module);
  if (is_atomic_tag(tag_of(body)) && tag_of(body) != Tag::atom)
    return m.type_error("callable", body);
  return find_clauses(m, head, args[1], module, false, referring ? args[2] : no_reference);
}

Status retract1(Machine& m, Cell* args) {
  AtomId module = m.context();
  Cell term = strip(m, args[0], module);
  Cell head = term, body = atom_cell(atoms::true_);
  if (m.store().is_functor(term, m.symbols().neck)) {
    head = strip(m, m.store().arg(term, 0), module);
    body = m.store().arg(term, 1);
  }
  return find_clauses(m, head, body, module, true);
}

Status retractall1(Machine& m, Cell* args) {
  AtomId module = m.context();
  Cell head = strip(m, args[0], module);
  Status status;
  Predicate* p = predicate_of(m, head, module, status);
  if (!p) {
    if (status == Status::error) return status;
    FunctorId f = tag_of(head) == Tag::atom ? m.symbols().functor(atom_of(head), 0)
                                            : m.store().functor_of(head);
    m.dynamic_predicate(module, f);
    return Status::ok;
  }
  if (!p->dynamic) {
    Cell pair[2] = {atom_cell(p->name), int_cell(p->arity)};
    return m.permission_error("modify", "static_procedure",
                              m.store().compound(m.symbols().slash2, pair));
  }
  std::vector<Cell> head_args;
  for (unsigned i = 0; i < p->arity; ++i) head_args.push_back(m.store().arg(head, i));
  for (Clause* c : m.matching(p, head_args.data())) m.erase(c);
  return Status::ok;
}

// dynamic/1 on one indicator or a list or conjunction of them.
Status declare_dynamic(Machine& m, Cell* args) {
  AtomId module = m.context();
  std::vector<Cell> pending{args[0]};
  while (!pending.empty()) {
    Cell c = strip(m, pending.back(), module);
    pending.pop_back();
    if (c == atom_cell(atoms::nil)) continue;
    if (m.store().is_functor(c, m.symbols().list) || m.store().is_functor(c, m.symbols().comma)) {
      pending.push_back(m.store().arg(c, 1));
      pending.push_back(m.store().arg(c, 0));
      continue;
    }
    if (is_var_tag(tag_of(c))) return m.instantiation_error();
    if (!m.store().is_functor(c, m.symbols().slash2)) return m.type_error("predicate_indicator", c);
    Cell name = m.look(m.store().arg(c, 0)), arity = m.look(m.store().arg(c, 1));
    if (tag_of(name) != Tag::atom || tag_of(arity) != Tag::integer) return m.instantiation_error();
    m.dynamic_predicate(module,
                        m.symbols().functor(atom_of(name), static_cast<unsigned>(int_of(arity))));
  }
  return Status::ok;
}

Status abolish(Machine& m, Cell* args) {
  AtomId module = m.context();
  Cell c = strip(m, args[0], module);
  if (is_var_tag(tag_of(c))) return m.instantiation_error();
  if (!m.store().is_functor(c, m.symbols().slash2)) return m.type_error("predicate_indicator", c);
  Cell name = m.look(m.store().arg(c, 0));
  Cell arity = m.look_concrete(m.store().arg(c, 1), "arity");
  if (is_var_tag(tag_of(name)) || is_var_tag(tag_of(arity))) return m.instantiation_error();
  if (tag_of(name) != Tag::atom) return m.type_error("atom", name);
  if (tag_of(arity) != Tag::integer) return m.type_error("integer", arity);
  if (int_of(arity) < 0) return m.domain_error("not_less_than_zero", arity);
  FunctorId f = m.symbols().functor(atom_of(name), static_cast<unsigned>(int_of(arity)));
  Predicate* p = m.program().resolve(m.program().lookup(module, f));
  if (p->state == Predicate::State::builtin || p->state == Predicate::State::foreign)
    return m.permission_error("modify", "static_procedure", c);
  if (p->state != Predicate::State::clauses) return Status::ok;
  std::vector<Clause*> all;
  for (Clause* clause : *p->all) {
    if (clause->died == never) all.push_back(clause);
  }
  for (Clause* clause : all) m.erase(clause);
  return Status::ok;
}

// '$defined'(M:Head): has clauses or is a builtin.
Status defined(Machine& m, Cell* args) {
  AtomId module = m.context();
  Cell head = strip(m, args[0], module);
  Status status;
  Predicate* p = predicate_of(m, head, module, status);
  if (!p) return status;
  if (p->state != Predicate::State::clauses) return Status::ok;
  for (Clause* c : *p->all) {
    if (c->died == never) return Status::ok;
  }
  return yes(p->dynamic);
}

// '$user_predicates'(Module, Indicators): of the program.
Status user_predicates(Machine& m, Cell* args) {
  std::vector<Cell> indicators;
  for (const Predicate* p : m.program().user_predicates()) {
    Cell pair[2] = {atom_cell(p->name), int_cell(p->arity)};
    if (atom_cell(p->module) == m.look(args[0]))
      indicators.push_back(m.store().compound(m.symbols().slash2, pair));
  }
  return yes(m.unify(args[1], m.store().list(indicators)));
}

Status is_dynamic(Machine& m, Cell* args) {
  AtomId module = m.context();
  Cell head = strip(m, args[0], module);
  Status status;
  Predicate* p = predicate_of(m, head, module, status);
  return p ? yes(p->dynamic) : status;
}

}  // namespace

void add_database_builtins(Program& p) {
  p.add_builtin("assert", 1, assertz);
  p.add_builtin("assertz", 1, assertz);
  p.add_builtin("asserta", 1, asserta);
  p.add_builtin("assert", 2, assert_with_reference<true>);
  p.add_builtin("assertz", 2, assert_with_reference<true>);
  p.add_builtin("asserta", 2, assert_with_reference<false>);
  p.add_builtin("$erase_clause", 1, erase_clause);
  p.add_builtin("$clause", 3, clause_of_reference);
  p.add_builtin("$clause_reference", 3, clause2<true>);
  p.add_builtin("clause", 2, clause2<false>);
  p.add_builtin("retract", 1, retract1);
  p.add_builtin("retractall", 1, retractall1);
  p.add_builtin("dynamic", 1, declare_dynamic);
  p.add_builtin("abolish", 1, abolish);
  p.add_builtin("abolish", 2, [](Machine& m, Cell* args) {
    Cell pair[2] = {args[0], args[1]};
    args[0] = m.store().compound(m.symbols().slash2, pair);
    return abolish(m, args);
  });
  p.add_builtin("discontiguous", 1, [](Machine&, Cell*) { return Status::ok; });
  p.add_builtin("$defined", 1, defined);
  p.add_builtin("$is_dynamic", 1, is_dynamic);
  p.add_builtin("$user_predicates", 2, user_predicates);
}

}  // namespace cuttle::prolog
