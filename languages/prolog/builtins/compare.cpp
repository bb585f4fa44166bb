// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "languages/prolog/builtins/builtins.h"

namespace cuttle::prolog {

namespace {

Status yes(bool holds) {
  return holds ? Status::ok : Status::fail;
}

Status identical(Machine& m, Cell* args) {
  return yes(m.identical(args[0], args[1]));
}
Status different(Machine& m, Cell* args) {
  return yes(!m.identical(args[0], args[1]));
}
Status before(Machine& m, Cell* args) {
  return yes(m.compare(args[0], args[1]) < 0);
}
Status after(Machine& m, Cell* args) {
  return yes(m.compare(args[0], args[1]) > 0);
}
Status not_after(Machine& m, Cell* args) {
  return yes(m.compare(args[0], args[1]) <= 0);
}
Status not_before(Machine& m, Cell* args) {
  return yes(m.compare(args[0], args[1]) >= 0);
}

Status compare3(Machine& m, Cell* args) {
  Cell order = m.look(args[0]);
  if (!is_var_tag(tag_of(order))) {
    if (tag_of(order) != Tag::atom) return m.type_error("atom", order);
    if (order != atom_cell(atoms::lt) && order != atom_cell(atoms::gt) &&
        order != atom_cell(atoms::equals))
      return m.domain_error("order", order);
  }
  int c = m.compare(args[1], args[2]);
  AtomId name = c < 0 ? atoms::lt : c > 0 ? atoms::gt : atoms::equals;
  return yes(m.unify(args[0], atom_cell(name)));
}

Status not_unifiable(Machine& m, Cell* args) {
  Cell goal = m.store().compound(m.symbols().equals, {args, 2});
  return m.start_negation(goal, m.context());
}

// Collects a proper list; on failure the error is raised.
Status items_of(Machine& m, Cell list, std::vector<Cell>& out) {
  Cell at = m.look(list);
  while (m.store().is_functor(at, m.symbols().list)) {
    out.push_back(m.store().arg(at, 0));
    at = m.look(m.store().arg(at, 1));
    if (out.size() > 50'000'000) return m.resource_error("memory");
  }
  if (is_var_tag(tag_of(at))) return m.instantiation_error();
  if (at != atom_cell(atoms::nil)) return m.type_error("list", list);
  return Status::ok;
}

// Merge sort by hand: comparisons may be choices, so their sequence must not depend on the library.
void merge_sort(std::vector<Cell>& items, const std::function<int(Cell, Cell)>& order) {
  std::vector<Cell> buffer(items.size());
  for (size_t width = 1; width < items.size(); width *= 2) {
    for (size_t low = 0; low < items.size(); low += 2 * width) {
      size_t middle = std::min(low + width, items.size());
      size_t high = std::min(low + 2 * width, items.size());
      size_t a = low, b = middle;
      for (size_t k = low; k < high; ++k) {
        bool left = a < middle && (b >= high || order(items[a], items[b]) <= 0);
        buffer[k] = left ? items[a++] : items[b++];
      }
    }
    items.swap(buffer);
  }
}

void drop_equal(std::vector<Cell>& items, const std::function<int(Cell, Cell)>& order) {
  size_t kept = 0;
  for (size_t i = 0; i < items.size(); ++i) {
    if (kept > 0 && order(items[kept - 1], items[i]) == 0) continue;
    items[kept++] = items[i];
  }
  items.resize(kept);
}

template <bool unique>
Status sort2(Machine& m, Cell* args) {
  std::vector<Cell> items;
  if (Status s = items_of(m, args[0], items); s != Status::ok) return s;
  auto order = [&m](Cell a, Cell b) { return m.compare(a, b); };
  merge_sort(items, order);
  if (unique) drop_equal(items, order);
  return yes(m.unify(args[1], m.store().list(items)));
}

Status keysort(Machine& m, Cell* args) {
  std::vector<Cell> items;
  if (Status s = items_of(m, args[0], items); s != Status::ok) return s;
  for (Cell& item : items) {
    item = m.look(item);
    if (is_var_tag(tag_of(item))) return m.instantiation_error();
    if (!m.store().is_functor(item, m.symbols().minus2)) {
      Cell pair[2] = {m.store().new_var(), m.store().new_var()};
      (void)pair;
      return m.type_error("pair", item);
    }
  }
  merge_sort(items,
             [&m](Cell a, Cell b) { return m.compare(m.store().arg(a, 0), m.store().arg(b, 0)); });
  return yes(m.unify(args[1], m.store().list(items)));
}

// sort(Key, Order, List, Sorted)
Status sort4(Machine& m, Cell* args) {
  Cell key = m.look_concrete(args[0], "key of sort/4"), how = m.look(args[1]);
  if (is_var_tag(tag_of(key)) || is_var_tag(tag_of(how))) return m.instantiation_error();
  if (tag_of(how) != Tag::atom) return m.type_error("atom", how);
  const std::string& name = m.symbols().text(atom_of(how));
  if (name != "@<" && name != "@=<" && name != "@>" && name != "@>=")
    return m.domain_error("order", how);
  if (tag_of(key) != Tag::integer) return m.type_error("integer", key);
  std::vector<Cell> items;
  if (Status s = items_of(m, args[2], items); s != Status::ok) return s;
  if (int_of(key) > 0) {
    for (Cell& item : items) {
      item = m.look(item);
      if (is_var_tag(tag_of(item))) return m.instantiation_error();
      if (tag_of(item) != Tag::compound) return m.type_error("compound", item);
      if (static_cast<int64_t>(m.symbols().arity(m.store().functor_of(item))) < int_of(key))
        return m.type_error("compound", item);
    }
  }
  bool descending = name[1] == '>';
  auto order = [&](Cell a, Cell b) {
    if (int_of(key) > 0) {
      a = m.store().arg(a, static_cast<unsigned>(int_of(key) - 1));
      b = m.store().arg(b, static_cast<unsigned>(int_of(key) - 1));
    }
    int c = m.compare(a, b);
    return descending ? -c : c;
  };
  merge_sort(items, order);
  if (name.back() != '=' && name != "@=<") drop_equal(items, order);
  return yes(m.unify(args[3], m.store().list(items)));
}

}  // namespace

void add_compare_builtins(Program& p) {
  p.add_builtin("==", 2, identical);
  p.add_builtin("\\==", 2, different);
  p.add_builtin("@<", 2, before);
  p.add_builtin("@>", 2, after);
  p.add_builtin("@=<", 2, not_after);
  p.add_builtin("@>=", 2, not_before);
  p.add_builtin("compare", 3, compare3);
  p.add_builtin("\\=", 2, not_unifiable);
  p.add_builtin("sort", 2, sort2<true>);
  p.add_builtin("msort", 2, sort2<false>);
  p.add_builtin("keysort", 2, keysort);
  p.add_builtin("sort", 4, sort4);
}

}  // namespace cuttle::prolog
