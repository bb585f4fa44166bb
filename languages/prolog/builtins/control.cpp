// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/builtins/builtins.h"

namespace cuttle::prolog {

namespace {

// call(G, A1, ..., An): adds the arguments to the goal.
template <unsigned extra>
Status call_n(Machine& m, Cell* args) {
  AtomId module = m.context();
  Cell goal = m.look(args[0]);
  while (m.store().is_functor(goal, m.symbols().colon)) {
    Cell name = m.look(m.store().arg(goal, 0));
    if (is_var_tag(tag_of(name))) return m.instantiation_error();
    if (tag_of(name) != Tag::atom) return m.type_error("module", name);
    module = atom_of(name);
    goal = m.look(m.store().arg(goal, 1));
  }
  if (is_var_tag(tag_of(goal))) return m.instantiation_error();
  if (extra == 0) return m.call_goal(goal, module);
  std::vector<Cell> all;
  AtomId name;
  if (tag_of(goal) == Tag::atom) {
    name = atom_of(goal);
  } else if (tag_of(goal) == Tag::compound) {
    FunctorId f = m.store().functor_of(goal);
    name = m.symbols().name(f);
    for (unsigned i = 0; i < m.symbols().arity(f); ++i) all.push_back(m.store().arg(goal, i));
  } else {
    return m.type_error("callable", goal);
  }
  for (unsigned i = 1; i <= extra; ++i) all.push_back(args[i]);
  FunctorId f = m.symbols().functor(name, static_cast<unsigned>(all.size()));
  return m.call_goal(m.store().compound(f, all), module);
}

// $untabled(Module:Goal)
Status untabled(Machine& m, Cell* args) {
  Cell qualified = m.deref(args[0]);
  AtomId module = atom_of(m.deref(m.store().arg(qualified, 0)));
  return m.call_untabled(module, m.deref(m.store().arg(qualified, 1)));
}

Status not_provable(Machine& m, Cell* args) {
  return m.start_negation(args[0], m.context());
}

Cell make(Machine& m, FunctorId f, std::initializer_list<Cell> args) {
  return m.store().compound(f, {args.begin(), args.size()});
}

Status once(Machine& m, Cell* args) {
  return m.call_goal(make(m, m.symbols().arrow, {args[0], atom_cell(atoms::true_)}), m.context());
}

Status ignore(Machine& m, Cell* args) {
  Cell then = make(m, m.symbols().arrow, {args[0], atom_cell(atoms::true_)});
  return m.call_goal(make(m, m.symbols().semicolon, {then, atom_cell(atoms::true_)}), m.context());
}

Status forall(Machine& m, Cell* args) {
  Cell inner = make(m, m.symbols().not_provable, {args[1]});
  Cell both = make(m, m.symbols().comma, {args[0], inner});
  return m.call_goal(make(m, m.symbols().not_provable, {both}), m.context());
}

// The constructs that the compiler knows, reached through call/1.
template <FunctorId Symbols::* functor>
Status construct(Machine& m, Cell* args) {
  FunctorId f = m.symbols().*functor;
  return m.call_goal(m.store().compound(f, {args, m.symbols().arity(f)}), m.context());
}

Status findall(Machine& m, Cell* args) {
  Cell list = m.look(args[2]);
  if (!is_var_tag(tag_of(list)) && list != atom_cell(atoms::nil) &&
      !m.store().is_functor(list, m.symbols().list))
    return m.type_error("list", list);
  return m.start_findall(args[0], args[1], args[2], atom_cell(atoms::nil), m.context());
}

Status findall4(Machine& m, Cell* args) {
  return m.start_findall(args[0], args[1], args[2], args[3], m.context());
}

Status catch_goal(Machine& m, Cell* args) {
  return m.start_catch(args[0], args[1], args[2], m.context());
}

Status throw_ball(Machine& m, Cell* args) {
  if (is_var_tag(tag_of(m.deref(args[0])))) return m.instantiation_error();
  return m.raise(args[0]);
}

Status halt0(Machine& m, Cell*) {
  return m.halt(0);
}

Status halt1(Machine& m, Cell* args) {
  Cell c = m.look_concrete(args[0], "halt/1");
  if (is_var_tag(tag_of(c))) return m.instantiation_error();
  if (tag_of(c) != Tag::integer) return m.type_error("integer", c);
  return m.halt(static_cast<int>(int_of(c)));
}

Status succeed(Machine&, Cell*) {
  return Status::ok;
}
Status fails(Machine&, Cell*) {
  return Status::fail;
}

Status unify2(Machine& m, Cell* args) {
  return m.unify(args[0], args[1]) ? Status::ok : Status::fail;
}

}  // namespace

void add_control_builtins(Program& p) {
  p.add_builtin("$untabled", 1, untabled);
  p.add_builtin("call", 1, call_n<0>);
  p.add_builtin("call", 2, call_n<1>);
  p.add_builtin("call", 3, call_n<2>);
  p.add_builtin("call", 4, call_n<3>);
  p.add_builtin("call", 5, call_n<4>);
  p.add_builtin("call", 6, call_n<5>);
  p.add_builtin("call", 7, call_n<6>);
  p.add_builtin("call", 8, call_n<7>);
  p.add_builtin("\\+", 1, not_provable);
  p.add_builtin("once", 1, once);
  p.add_builtin("ignore", 1, ignore);
  p.add_builtin("forall", 2, forall);
  p.add_builtin(",", 2, construct<&Symbols::comma>);
  p.add_builtin(";", 2, construct<&Symbols::semicolon>);
  p.add_builtin("->", 2, construct<&Symbols::arrow>);
  p.add_builtin("*->", 2, construct<&Symbols::soft_arrow>);
  p.add_builtin("findall", 3, findall);
  p.add_builtin("findall", 4, findall4);
  p.add_builtin("catch", 3, catch_goal);
  p.add_builtin("throw", 1, throw_ball);
  p.add_builtin("halt", 0, halt0);
  p.add_builtin("halt", 1, halt1);
  p.add_builtin("true", 0, succeed);
  p.add_builtin("otherwise", 0, succeed);
  p.add_builtin("fail", 0, fails);
  p.add_builtin("false", 0, fails);
  p.add_builtin("=", 2, unify2);
  p.add_builtin("garbage_collect", 0, succeed);
}

}  // namespace cuttle::prolog
