// SPDX-License-Identifier: Apache-2.0
#include <unordered_set>

#include "languages/prolog/builtins/builtins.h"

namespace cuttle::prolog {

namespace {

Status yes(bool holds) {
  return holds ? Status::ok : Status::fail;
}

bool is_number_box(const Store& store, Cell c) {
  return tag_of(c) == Tag::box && store.box_kind(c) != BoxKind::string;
}

// A type test: on inputs a choice between the symbols that pass and those that do not.
using KindTest = bool (*)(const Symbol&);
using CellTest = bool (*)(const Store&, Cell);

template <CellTest on_cell, KindTest on_kind>
Status test(Machine& m, Cell* args) {
  Cell c = m.deref(args[0]);
  if (tag_of(c) == Tag::symbolic) return yes(m.shadow()->choose_kind(c, on_kind));
  return yes(on_cell(m.store(), c));
}

using K = SymbolKind;
bool kind_atom(const Symbol& s) {
  return s.kind == K::atom && !is_nil(s);
}
bool kind_integer(const Symbol& s) {
  return s.kind == K::integer;
}
bool kind_float(const Symbol& s) {
  return s.kind == K::floating;
}
bool kind_number(const Symbol& s) {
  return s.kind == K::integer || s.kind == K::floating;
}
bool kind_string(const Symbol& s) {
  return s.kind == K::string;
}
bool kind_compound(const Symbol& s) {
  return s.kind == K::compound;
}
bool kind_callable(const Symbol& s) {
  return s.kind == K::compound || s.kind == K::atom;
}
bool kind_atomic(const Symbol& s) {
  return s.kind != K::compound;
}
bool kind_any(const Symbol&) {
  return true;
}
bool kind_none(const Symbol&) {
  return false;
}

// The empty list is no atom.
bool cell_atom(const Store&, Cell c) {
  return tag_of(c) == Tag::atom && c != atom_cell(atoms::nil);
}
bool cell_integer(const Store& s, Cell c) {
  return tag_of(c) == Tag::integer ||
         (tag_of(c) == Tag::box && s.box_kind(c) == BoxKind::big_integer);
}
bool cell_float(const Store& s, Cell c) {
  return tag_of(c) == Tag::box && s.box_kind(c) == BoxKind::floating;
}
bool cell_rational(const Store& s, Cell c) {
  return cell_integer(s, c) || (tag_of(c) == Tag::box && s.box_kind(c) == BoxKind::rational);
}
bool cell_number(const Store& s, Cell c) {
  return tag_of(c) == Tag::integer || is_number_box(s, c);
}
bool cell_string(const Store& s, Cell c) {
  return tag_of(c) == Tag::box && s.box_kind(c) == BoxKind::string;
}
bool cell_compound(const Store&, Cell c) {
  return tag_of(c) == Tag::compound;
}
bool cell_callable(const Store&, Cell c) {
  return tag_of(c) == Tag::compound || tag_of(c) == Tag::atom;
}
bool cell_atomic(const Store&, Cell c) {
  return is_atomic_tag(tag_of(c));
}
bool cell_var(const Store&, Cell c) {
  return is_var_tag(tag_of(c));
}
bool cell_nonvar(const Store&, Cell c) {
  return !is_var_tag(tag_of(c));
}
bool cell_attvar(const Store&, Cell c) {
  return tag_of(c) == Tag::attvar;
}
bool cell_none(const Store&, Cell) {
  return false;
}

Status is_dict_term(Machine& m, Cell* args) {
  Cell c = m.deref(args[0]);
  auto dict = [&](const Symbol& s) {
    return s.kind == K::compound && is_dict(m.symbols(), functor_of(s));
  };
  if (tag_of(c) == Tag::symbolic) return yes(m.shadow()->choose_kind(c, dict));
  return yes(tag_of(c) == Tag::compound && is_dict(m.symbols(), m.store().functor_of(c)));
}

Status ground(Machine& m, Cell* args) {
  std::vector<Cell> pending{args[0]};
  std::unordered_set<uint64_t> seen;  // of terms so large that they may be cyclic
  for (uint64_t steps = 0; !pending.empty(); ++steps) {
    Cell c = m.deref(pending.back());
    pending.pop_back();
    if (is_var_tag(tag_of(c))) return Status::fail;
    if (tag_of(c) != Tag::compound) continue;
    if (steps > 10'000 && !seen.insert(payload(c)).second) continue;
    for (unsigned i = m.symbols().arity(m.store().functor_of(c)); i-- > 0;)
      pending.push_back(m.store().arg(c, i));
  }
  return Status::ok;
}

// Walks a list; on inputs each step is a choice: does it go on, does it end, is it no list?
Status is_list(Machine& m, Cell* args) {
  Cell c = args[0];
  for (uint64_t steps = 0; steps < 100'000'000; ++steps) {
    c = m.deref(c);
    if (tag_of(c) == Tag::symbolic) {
      FunctorId list = m.symbols().list;
      auto is_nil = [](const Symbol& s) { return prolog::is_nil(s); };
      auto is_cons = [list](const Symbol& s) {
        return s.kind == K::compound && functor_of(s) == list;
      };
      if (m.shadow()->choose_kind(c, is_nil)) return Status::ok;
      if (!m.shadow()->choose_kind(c, is_cons)) return Status::fail;
      c = m.look(c);
    }
    if (c == atom_cell(atoms::nil)) return Status::ok;
    if (!m.store().is_functor(c, m.symbols().list)) return Status::fail;
    c = m.store().arg(c, 1);
  }
  return Status::fail;
}

}  // namespace

void add_type_builtins(Program& p) {
  p.add_builtin("var", 1, test<cell_var, kind_none>);
  p.add_builtin("nonvar", 1, test<cell_nonvar, kind_any>);
  p.add_builtin("atom", 1, test<cell_atom, kind_atom>);
  p.add_builtin("integer", 1, test<cell_integer, kind_integer>);
  p.add_builtin("float", 1, test<cell_float, kind_float>);
  p.add_builtin("rational", 1, test<cell_rational, kind_integer>);
  p.add_builtin("number", 1, test<cell_number, kind_number>);
  p.add_builtin("string", 1, test<cell_string, kind_string>);
  p.add_builtin("compound", 1, test<cell_compound, kind_compound>);
  p.add_builtin("callable", 1, test<cell_callable, kind_callable>);
  p.add_builtin("atomic", 1, test<cell_atomic, kind_atomic>);
  p.add_builtin("attvar", 1, test<cell_attvar, kind_none>);
  p.add_builtin("blob", 2, test<cell_none, kind_none>);
  p.add_builtin("is_dict", 1, is_dict_term);
  p.add_builtin("is_stream", 1, test<cell_none, kind_none>);
  p.add_builtin("ground", 1, ground);
  p.add_builtin("is_list", 1, is_list);
}

void add_builtins(Program& program) {
  add_control_builtins(program);
  add_type_builtins(program);
  add_arithmetic_builtins(program);
  add_term_builtins(program);
  add_compare_builtins(program);
  add_text_builtins(program);
  add_database_builtins(program);
  add_output_builtins(program);
  add_state_builtins(program);
  add_attribute_builtins(program);
}

}  // namespace cuttle::prolog
