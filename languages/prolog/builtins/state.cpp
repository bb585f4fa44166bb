// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/builtins/builtins.h"
#include "languages/prolog/builtins/text.h"

namespace cuttle::prolog {

namespace {

Status yes(bool holds) {
  return holds ? Status::ok : Status::fail;
}

bool key_of(Machine& m, Cell c, AtomId& key) {
  c = m.look(c);
  if (tag_of(c) != Tag::atom) return false;
  key = atom_of(c);
  return true;
}

// Where the value of a global variable is; 0 when there is none.
uint64_t global_slot(Machine& m, AtomId key) {
  auto it = m.globals.find(key);
  return it == m.globals.end() ? 0 : it->second;
}

uint64_t make_global(Machine& m, AtomId key, Cell value) {
  uint64_t slot = m.store().allocate(1);
  m.store()[slot] = value;
  m.keep_heap();
  return m.globals[key] = slot;
}

Status nb_setval(Machine& m, Cell* args) {
  AtomId key;
  if (!key_of(m, args[0], key)) return m.type_error("atom", m.deref(args[0]));
  Cell value = FlatTerm::copy(m.store(), args[1]).build(m.store());
  if (tag_of(value) == Tag::attvar) value = ref_cell(payload(value));
  uint64_t slot = global_slot(m, key);
  if (!slot) {
    make_global(m, key, value);
    return Status::ok;
  }
  m.store()[slot] = value;
  if (!is_atomic_tag(tag_of(value)) || tag_of(value) == Tag::box) m.keep_heap();
  return Status::ok;
}

constexpr Cell unset = 0;  // of a variable that was made by b_setval/2, after backtracking

Status b_setval(Machine& m, Cell* args) {
  AtomId key;
  if (!key_of(m, args[0], key)) return m.type_error("atom", m.deref(args[0]));
  Cell value = m.deref(args[1]);
  if (tag_of(value) == Tag::attvar) value = ref_cell(payload(value));
  uint64_t slot = global_slot(m, key);
  if (!slot) slot = make_global(m, key, unset);
  m.assign(slot, value);
  return Status::ok;
}

Status getval(Machine& m, Cell* args) {
  AtomId key;
  if (!key_of(m, args[0], key)) return m.type_error("atom", m.deref(args[0]));
  uint64_t slot = global_slot(m, key);
  return yes(slot && m.store()[slot] != unset && m.unify(args[1], m.store()[slot]));
}

Status set_flag(Machine& m, Cell* args) {
  AtomId key;
  if (!key_of(m, args[0], key)) return m.instantiation_error();
  m.flags[key] = FlatTerm::copy(m.store(), args[1]);
  return Status::ok;
}

Status get_flag(Machine& m, Cell* args) {
  AtomId key;
  if (!key_of(m, args[0], key)) return Status::fail;
  if (auto it = m.flags.find(key); it != m.flags.end())
    return yes(m.unify(args[1], it->second.build(m.store())));
  const std::string& name = m.symbols().text(key);
  struct Known {
    const char* name;
    const char* value;
  };
  constexpr Known known[] = {{"bounded", "false"},
                             {"occurs_check", "false"},
                             {"double_quotes", "codes"},
                             {"unknown", "error"},
                             {"prefer_rationals", "false"},
                             {"iso", "false"},
                             {"integer_rounding_function", "toward_zero"},
                             {"gc", "true"},
                             {"last_call_optimisation", "true"},
                             {"optimise", "false"},
                             {"float_zero_div", "error"},
                             {"float_undefined", "error"},
                             {"float_overflow", "error"},
                             {"debug", "false"},
                             {"generate_debug_info", "true"},
                             {"character_escapes", "true"},
                             {"toplevel_print_anon", "true"},
                             {"clpfd_monotonic", "false"},
                             {"clpfd_propagation", "default"},
                             {"autoload", "true"}};
  for (const Known& k : known) {
    if (name == k.name) return yes(m.unify(args[1], atom_cell(m.symbols().atom(k.value))));
  }
  if (name == "max_tagged_integer") return yes(m.unify(args[1], int_cell((int64_t{1} << 60) - 1)));
  if (name == "min_tagged_integer") return yes(m.unify(args[1], int_cell(-(int64_t{1} << 60))));
  if (name == "max_integer") return yes(m.unify(args[1], m.store().integer(INT64_MAX)));
  if (name == "min_integer") return yes(m.unify(args[1], m.store().integer(INT64_MIN)));
  return Status::fail;
}

Status counter(Machine& m, Cell* args) {
  return yes(m.unify(args[0], int_cell(static_cast<int64_t>(m.next_counter()))));
}

Status op3(Machine& m, Cell* args) {
  Cell priority = m.look_concrete(args[0], "op/3"), type = m.look(args[1]);
  OpType t;
  if (tag_of(priority) != Tag::integer || tag_of(type) != Tag::atom) return m.instantiation_error();
  if (!parse_op_type(m.symbols().text(atom_of(type)), t))
    return m.domain_error("operator_specifier", type);
  std::vector<Cell> pending{args[2]};
  while (!pending.empty()) {
    Cell c = m.look(pending.back());
    pending.pop_back();
    if (m.store().is_functor(c, m.symbols().list)) {
      pending.push_back(m.store().arg(c, 1));
      pending.push_back(m.store().arg(c, 0));
    } else if (m.store().is_functor(c, m.symbols().colon)) {
      pending.push_back(m.store().arg(c, 1));
    } else if (tag_of(c) == Tag::atom && c != atom_cell(atoms::nil)) {
      m.program().operators().set(m.symbols().text(atom_of(c)), static_cast<int>(int_of(priority)),
                                  t);
    }
  }
  return Status::ok;
}

// '$operators'(List of op(P, T, N))
Status operators(Machine& m, Cell* args) {
  std::vector<Cell> items;
  const Operators& ops = m.program().operators();
  for (const Operators::Table* table :
       {&ops.prefix_table(), &ops.infix_table(), &ops.postfix_table()}) {
    for (const auto& [name, def] : *table) {
      if (!def.priority) continue;
      Cell op[3] = {int_cell(def.priority), atom_cell(m.symbols().atom(to_string(def.type))),
                    atom_cell(m.symbols().atom(name))};
      items.push_back(m.store().compound(m.symbols().functor("op", 3), op));
    }
  }
  return yes(m.unify(args[0], m.store().list(items)));
}

Status inferences(Machine& m, Cell* args) {
  return yes(m.unify(args[0], int_cell(static_cast<int64_t>(m.inferences()))));
}

// How many alternatives are left: for finding out whether a goal left any.
Status cleanup_point(Machine& m, Cell* args) {
  m.push_cleanup(args);
  return Status::ok;
}

Status drop_cleanup_point(Machine& m, Cell* args) {
  m.drop_cleanup(static_cast<size_t>(int_of(m.deref(args[0]))));
  return Status::ok;
}

Status level(Machine& m, Cell* args) {
  return yes(m.unify(args[0], int_cell(static_cast<int64_t>(m.level()))));
}

// '$read_text'(Text, Term): SWI-Prolog has the parser.
Status read_text(Machine& m, Cell* args) {
  std::string text;
  Status s = text_of(m, args[0], TextKinds::atomic, text);
  if (s == Status::fail) return m.type_error("text", m.deref(args[0]));
  if (s != Status::ok) return s;
  if (!m.program().session()) return m.unsupported("reading terms");
  auto read = m.program().session()->read_goal(text);
  std::vector<Cell> variables;
  if (!read) {
    std::string again = "system:term_to_atom(_," + quoted_string(text, '\'') + ")";
    auto reason = m.program().session()->solve(again, 1, 10);
    if (reason && reason->is("$threw", 1))
      return m.raise(m.program().import(reason->args[0], variables));
    Cell what = atom_cell(m.symbols().atom("cannot_read"));
    Cell pair[2] = {m.store().compound(m.symbols().functor("syntax_error", 1), {&what, 1}),
                    m.store().new_var()};
    return m.raise(m.store().compound(m.symbols().error2, pair));
  }
  return yes(m.unify(args[1], m.program().import(read->goal, variables)));
}

// '$unsupported'(What)
Status unsupported(Machine& m, Cell* args) {
  return m.unsupported(m.symbols().text(atom_of(m.deref(args[0]))));
}

// '$strip'(Term, Context, Module, Plain)
Status strip(Machine& m, Cell* args) {
  Cell module = m.look(args[1]);
  Cell c = m.look(args[0]);
  while (m.store().is_functor(c, m.symbols().colon)) {
    Cell name = m.look(m.store().arg(c, 0));
    if (tag_of(name) != Tag::atom) break;
    module = name;
    c = m.look(m.store().arg(c, 1));
  }
  return yes(m.unify(args[2], module) && m.unify(args[3], c));
}

Status strip_module(Machine& m, Cell* args) {
  Cell a[4] = {args[0], atom_cell(m.context()), args[1], args[2]};
  return strip(m, a);
}

Status context_module(Machine& m, Cell* args) {
  return yes(m.unify(args[0], atom_cell(m.context())));
}

}  // namespace

void add_state_builtins(Program& p) {
  p.add_builtin("nb_setval", 2, nb_setval);
  p.add_builtin("nb_linkval", 2, nb_setval);
  p.add_builtin("b_setval", 2, b_setval);
  p.add_builtin("$getval", 2, getval);
  p.add_builtin("set_prolog_flag", 2, set_flag);
  p.add_builtin("create_prolog_flag", 3, set_flag);
  p.add_builtin("$flag", 2, get_flag);
  p.add_builtin("$counter", 1, counter);
  p.add_builtin("op", 3, op3);
  p.add_builtin("$operators", 1, operators);
  p.add_builtin("$inferences", 1, inferences);
  p.add_builtin("$level", 1, level);
  p.add_builtin("$cleanup_point", 2, cleanup_point);
  p.add_builtin("$drop_cleanup_point", 1, drop_cleanup_point);
  p.add_builtin("$read_text", 2, read_text);
  p.add_builtin("$unsupported", 1, unsupported);
  p.add_builtin("$strip", 4, strip);
  p.add_builtin("strip_module", 3, strip_module);
  p.add_builtin("context_module", 1, context_module);
}

}  // namespace cuttle::prolog
