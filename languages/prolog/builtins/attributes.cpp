// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/builtins/builtins.h"

namespace cuttle::prolog {

namespace {

Status yes(bool holds) {
  return holds ? Status::ok : Status::fail;
}

// The index of an attributed variable, which a plain variable becomes.
uint64_t attributed(Machine& m, Cell v) {
  if (tag_of(v) == Tag::attvar) return payload(v);
  uint64_t at = m.store().allocate(2);
  m.store()[at] = make_cell(Tag::attvar, at);
  m.store()[at + 1] = atom_cell(atoms::nil);
  m.bind(v, ref_cell(at));
  return at;
}

// The cell of the value of a module's attribute; 0 when there is none.
uint64_t find(Machine& m, uint64_t attvar, AtomId module) {
  Cell att = m.deref(m.store()[attvar + 1]);
  while (m.store().is_functor(att, m.symbols().att3)) {
    if (m.deref(m.store().arg(att, 0)) == atom_cell(module)) return payload(att) + 2;
    att = m.deref(m.store().arg(att, 2));
  }
  return 0;
}

Status put_attr(Machine& m, Cell* args) {
  Cell v = m.deref(args[0]), module = m.look(args[1]);
  if (!is_var_tag(tag_of(v))) return m.representation_error("put_attr/3: not a variable");
  if (tag_of(module) != Tag::atom) return m.instantiation_error();
  uint64_t at = attributed(m, v);
  Cell value = m.deref(args[2]);
  if (tag_of(value) == Tag::attvar) value = ref_cell(payload(value));
  if (uint64_t slot = find(m, at, atom_of(module))) {
    m.assign(slot, value);
    return Status::ok;
  }
  Cell parts[3] = {module, value, atom_cell(atoms::nil)};
  Cell fresh = m.store().compound(m.symbols().att3, parts);
  // At the end: hooks run in the order in which the attributes were added.
  Cell att = m.deref(m.store()[at + 1]);
  uint64_t tail = at + 1;
  while (m.store().is_functor(att, m.symbols().att3)) {
    tail = payload(att) + 3;
    att = m.deref(m.store()[tail]);
  }
  m.assign(tail, fresh);
  return Status::ok;
}

Status get_attr(Machine& m, Cell* args) {
  Cell v = m.deref(args[0]), module = m.look(args[1]);
  if (tag_of(v) != Tag::attvar || tag_of(module) != Tag::atom) return Status::fail;
  uint64_t slot = find(m, payload(v), atom_of(module));
  return yes(slot && m.unify(args[2], m.store()[slot]));
}

Status del_attr(Machine& m, Cell* args) {
  Cell v = m.deref(args[0]), module = m.look(args[1]);
  if (tag_of(v) != Tag::attvar || tag_of(module) != Tag::atom) return Status::ok;
  uint64_t link = payload(v) + 1;
  Cell att = m.deref(m.store()[link]);
  while (m.store().is_functor(att, m.symbols().att3)) {
    if (m.deref(m.store().arg(att, 0)) == module) {
      m.assign(link, m.deref(m.store().arg(att, 2)));
      break;
    }
    link = payload(att) + 3;
    att = m.deref(m.store()[link]);
  }
  if (m.deref(m.store()[payload(v) + 1]) == atom_cell(atoms::nil))
    m.assign(payload(v), m.store().new_var());  // an ordinary variable again
  return Status::ok;
}

Status get_attrs(Machine& m, Cell* args) {
  Cell v = m.deref(args[0]);
  return yes(tag_of(v) == Tag::attvar && m.unify(args[1], m.store()[payload(v) + 1]));
}

Status put_attrs(Machine& m, Cell* args) {
  Cell v = m.deref(args[0]);
  if (!is_var_tag(tag_of(v))) return m.representation_error("put_attrs/2: not a variable");
  m.assign(attributed(m, v) + 1, m.deref(args[1]));
  return Status::ok;
}

Status del_attrs(Machine& m, Cell* args) {
  Cell v = m.deref(args[0]);
  if (tag_of(v) == Tag::attvar) m.assign(payload(v), m.store().new_var());
  return Status::ok;
}

}  // namespace

void add_attribute_builtins(Program& p) {
  p.add_builtin("put_attr", 3, put_attr);
  p.add_builtin("get_attr", 3, get_attr);
  p.add_builtin("del_attr", 2, del_attr);
  p.add_builtin("get_attrs", 2, get_attrs);
  p.add_builtin("put_attrs", 2, put_attrs);
  p.add_builtin("del_attrs", 1, del_attrs);
}

}  // namespace cuttle::prolog
