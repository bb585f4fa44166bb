// SPDX-License-Identifier: Apache-2.0
#include <unordered_set>

#include "languages/prolog/builtins/builtins.h"

namespace cuttle::prolog {

namespace {

Status yes(bool holds) {
  return holds ? Status::ok : Status::fail;
}

bool is_atomic(Cell c) {
  return is_atomic_tag(tag_of(c)) || tag_of(c) == Tag::symbolic;
}

Status functor3(Machine& m, Cell* args) {
  Cell t = m.look(args[0]);
  Store& store = m.store();
  if (tag_of(t) == Tag::compound) {
    FunctorId f = store.functor_of(t);
    return yes(m.unify(args[1], atom_cell(m.symbols().name(f))) &&
               m.unify(args[2], int_cell(m.symbols().arity(f))));
  }
  if (!is_var_tag(tag_of(t))) return yes(m.unify(args[1], t) && m.unify(args[2], int_cell(0)));
  Cell name = m.look(args[1]), arity = m.look_concrete(args[2], "arity of functor/3");
  if (is_var_tag(tag_of(name)) || is_var_tag(tag_of(arity))) return m.instantiation_error();
  if (tag_of(arity) != Tag::integer) return m.type_error("integer", arity);
  int64_t n = int_of(arity);
  if (n == 0) {
    if (!is_atomic(name)) return m.type_error("atomic", name);
    return yes(m.unify(args[0], name));
  }
  if (n < 0) return m.domain_error("not_less_than_zero", arity);
  if (!is_atomic(name)) return m.type_error("atomic", name);
  if (tag_of(name) != Tag::atom) return m.type_error("atom", name);
  if (n > 1'000'000) return m.resource_error("memory");
  std::vector<Cell> fresh;
  for (int64_t i = 0; i < n; ++i) fresh.push_back(store.new_var());
  FunctorId f = m.symbols().functor(atom_of(name), static_cast<unsigned>(n));
  return yes(m.unify(args[0], store.compound(f, fresh)));
}

// Retries with the next argument: args are N, T, A and the number to try.
Status arg_next(Machine& m, Cell* args) {
  Cell t = m.look(args[1]);
  int64_t k = int_of(args[3]);
  auto n = static_cast<int64_t>(m.symbols().arity(m.store().functor_of(t)));
  if (k > n) return Status::fail;
  Cell a[4] = {args[0], args[1], args[2], int_cell(k + 1)};
  if (k < n) m.push_retry(arg_next, a, 4);
  return yes(m.unify(a[0], int_cell(k)) &&
             m.unify(a[2], m.store().arg(t, static_cast<unsigned>(k - 1))));
}

Status arg3(Machine& m, Cell* args) {
  Cell t = m.look(args[1]);
  if (is_var_tag(tag_of(t))) return m.instantiation_error();
  if (tag_of(t) != Tag::compound) return m.type_error("compound", t);
  Cell n = m.look(args[0]);
  if (is_var_tag(tag_of(n))) {
    args[3] = int_cell(1);
    return arg_next(m, args);
  }
  int64_t arity = m.symbols().arity(m.store().functor_of(t));
  if (tag_of(n) == Tag::symbolic) {  // an unknown index: which argument?
    Integers& integers = m.shadow()->skeleton().integers();
    if (m.shadow()->choose(integers.less(m.shadow()->integer_expr(n), integers.constant(0))))
      return m.domain_error("not_less_than_zero", n);
    for (int64_t k = 1; k <= arity; ++k) {
      if (m.unify(n, int_cell(k)))
        return yes(m.unify(args[2], m.store().arg(t, static_cast<unsigned>(k - 1))));
    }
    return Status::fail;
  }
  if (tag_of(n) != Tag::integer) return m.type_error("integer", n);
  if (int_of(n) < 0) return m.domain_error("not_less_than_zero", n);
  if (int_of(n) < 1 || int_of(n) > arity) return Status::fail;
  return yes(m.unify(args[2], m.store().arg(t, static_cast<unsigned>(int_of(n) - 1))));
}

Status univ(Machine& m, Cell* args) {
  Store& store = m.store();
  Cell t = m.look(args[0]);
  if (tag_of(t) == Tag::compound) {
    FunctorId f = store.functor_of(t);
    std::vector<Cell> items{atom_cell(m.symbols().name(f))};
    for (unsigned i = 0; i < m.symbols().arity(f); ++i) items.push_back(store.arg(t, i));
    return yes(m.unify(args[1], store.list(items)));
  }
  if (!is_var_tag(tag_of(t))) return yes(m.unify(args[1], store.list({&t, 1})));
  std::vector<Cell> items;
  Cell list = m.look(args[1]);
  while (store.is_functor(list, m.symbols().list)) {
    items.push_back(store.arg(list, 0));
    list = m.look(store.arg(list, 1));
  }
  if (is_var_tag(tag_of(list))) return m.instantiation_error();
  if (list != atom_cell(atoms::nil)) return m.type_error("list", args[1]);
  if (items.empty()) return m.domain_error("non_empty_list", list);
  Cell name = m.look(items[0]);
  if (items.size() == 1) {
    if (is_var_tag(tag_of(name))) return m.instantiation_error();
    if (!is_atomic(name)) return m.type_error("atomic", name);
    return yes(m.unify(args[0], name));
  }
  if (is_var_tag(tag_of(name))) return m.instantiation_error();
  if (tag_of(name) != Tag::atom) return m.type_error("atom", name);
  FunctorId f = m.symbols().functor(atom_of(name), static_cast<unsigned>(items.size() - 1));
  return yes(m.unify(args[0], store.compound(f, {items.data() + 1, items.size() - 1})));
}

Status compound_name_arity(Machine& m, Cell* args) {
  Cell t = m.look(args[0]);
  if (tag_of(t) == Tag::compound) {
    FunctorId f = m.store().functor_of(t);
    return yes(m.unify(args[1], atom_cell(m.symbols().name(f))) &&
               m.unify(args[2], int_cell(m.symbols().arity(f))));
  }
  if (!is_var_tag(tag_of(t))) return m.type_error("compound", t);
  Cell name = m.look(args[1]), arity = m.look_concrete(args[2], "compound_name_arity/3");
  if (tag_of(name) != Tag::atom || tag_of(arity) != Tag::integer || int_of(arity) < 0 ||
      int_of(arity) > 1'000'000)
    return m.instantiation_error();
  std::vector<Cell> fresh;
  for (int64_t i = 0; i < int_of(arity); ++i) fresh.push_back(m.store().new_var());
  FunctorId f = m.symbols().functor(atom_of(name), static_cast<unsigned>(fresh.size()));
  return yes(m.unify(args[0], m.store().compound(f, fresh)));
}

Status compound_name_arguments(Machine& m, Cell* args) {
  Store& store = m.store();
  Cell t = m.look(args[0]);
  if (tag_of(t) == Tag::compound) {
    FunctorId f = store.functor_of(t);
    std::vector<Cell> items;
    for (unsigned i = 0; i < m.symbols().arity(f); ++i) items.push_back(store.arg(t, i));
    return yes(m.unify(args[1], atom_cell(m.symbols().name(f))) &&
               m.unify(args[2], store.list(items)));
  }
  if (!is_var_tag(tag_of(t))) return m.type_error("compound", t);
  Cell name = m.look(args[1]);
  if (tag_of(name) != Tag::atom) return m.instantiation_error();
  std::vector<Cell> items;
  Cell list = m.look(args[2]);
  for (; store.is_functor(list, m.symbols().list); list = m.look(store.arg(list, 1)))
    items.push_back(store.arg(list, 0));
  if (list != atom_cell(atoms::nil)) return m.instantiation_error();
  FunctorId f = m.symbols().functor(atom_of(name), static_cast<unsigned>(items.size()));
  return yes(m.unify(args[0], store.compound(f, items)));
}

Status copy_term(Machine& m, Cell* args) {
  return yes(m.unify(args[1], FlatTerm::copy(m.store(), args[0], true).build(m.store())));
}

Status copy_term_nat(Machine& m, Cell* args) {
  return yes(m.unify(args[1], FlatTerm::copy(m.store(), args[0], false).build(m.store())));
}

enum class Wanted { all, attributed, plain_order };

// Variables in depth-first, left-to-right order.
std::vector<Cell> variables(Machine& m, Cell root, bool attributed_only) {
  std::vector<Cell> found, pending{root};
  std::unordered_set<uint64_t> seen;
  while (!pending.empty() && pending.size() < 50'000'000) {
    Cell c = m.deref(pending.back());
    pending.pop_back();
    if (is_var_tag(tag_of(c))) {
      if (!seen.insert(payload(c)).second) continue;
      bool attributed = tag_of(c) == Tag::attvar;
      if (attributed || !attributed_only) found.push_back(ref_cell(payload(c)));
      if (attributed && attributed_only) pending.push_back(m.store()[payload(c) + 1]);
    }
    if (tag_of(c) != Tag::compound || !seen.insert(payload(c)).second) continue;
    for (unsigned i = m.symbols().arity(m.store().functor_of(c)); i-- > 0;)
      pending.push_back(m.store().arg(c, i));
  }
  return found;
}

Status term_variables(Machine& m, Cell* args) {
  return yes(m.unify(args[1], m.store().list(variables(m, args[0], false))));
}

Status term_variables3(Machine& m, Cell* args) {
  return yes(m.unify(args[1], m.store().list(variables(m, args[0], false), args[2])));
}

Status term_attvars(Machine& m, Cell* args) {
  return yes(m.unify(args[1], m.store().list(variables(m, args[0], true))));
}

template <bool backtrackable>
Status setarg3(Machine& m, Cell* args) {
  Cell n = m.look_concrete(args[0], "setarg/3"), t = m.look(args[1]);
  if (is_var_tag(tag_of(n)) || is_var_tag(tag_of(t))) return m.instantiation_error();
  if (tag_of(n) != Tag::integer) return m.type_error("integer", n);
  if (tag_of(t) != Tag::compound) return Status::fail;
  int64_t arity = m.symbols().arity(m.store().functor_of(t));
  if (int_of(n) < 1 || int_of(n) > arity) return Status::fail;
  uint64_t at = payload(t) + static_cast<uint64_t>(int_of(n));
  if (backtrackable) {
    m.assign(at, m.deref(args[2]));
  } else {
    Cell value = FlatTerm::copy(m.store(), args[2]).build(m.store());
    if (tag_of(value) == Tag::attvar) value = ref_cell(payload(value));
    m.store()[at] = value;
    if (!is_atomic_tag(tag_of(value)) || tag_of(value) == Tag::box) m.keep_heap();
  }
  return Status::ok;
}

Status unify_with_occurs_check(Machine& m, Cell* args) {
  if (!m.unify(args[0], args[1])) return Status::fail;
  return yes(m.is_acyclic(args[0]));
}

// Numbers the variables of a term '$VAR'(N).
Status numbervars3(Machine& m, Cell* args) {
  Cell from = m.look_concrete(args[1], "numbervars/3");
  if (tag_of(from) != Tag::integer) return m.type_error("integer", from);
  int64_t n = int_of(from);
  for (Cell v : variables(m, args[0], false)) {
    Cell number = int_cell(n++);
    if (!m.unify(v, m.store().compound(m.symbols().dollar_var1, {&number, 1}))) return Status::fail;
  }
  return yes(m.unify(args[2], int_cell(n)));
}

Status acyclic(Machine& m, Cell* args) {
  return yes(m.is_acyclic(args[0]));
}

}  // namespace

void add_term_builtins(Program& p) {
  p.add_builtin("functor", 3, functor3);
  p.add_builtin("arg", 3, arg3);
  p.add_builtin("=..", 2, univ);
  p.add_builtin("compound_name_arity", 3, compound_name_arity);
  p.add_builtin("compound_name_arguments", 3, compound_name_arguments);
  p.add_builtin("copy_term", 2, copy_term);
  p.add_builtin("duplicate_term", 2, copy_term);
  p.add_builtin("copy_term_nat", 2, copy_term_nat);
  p.add_builtin("term_variables", 2, term_variables);
  p.add_builtin("term_variables", 3, term_variables3);
  p.add_builtin("term_attvars", 2, term_attvars);
  p.add_builtin("setarg", 3, setarg3<true>);
  p.add_builtin("nb_setarg", 3, setarg3<false>);
  p.add_builtin("nb_linkarg", 3, setarg3<false>);
  p.add_builtin("unify_with_occurs_check", 2, unify_with_occurs_check);
  p.add_builtin("numbervars", 3, numbervars3);
  p.add_builtin("acyclic_term", 1, acyclic);
}

}  // namespace cuttle::prolog
