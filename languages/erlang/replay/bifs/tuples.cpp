// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/replay/bits.h"
#include "languages/erlang/replay/lists.h"

namespace cuttle::erlang::replay {

namespace {

// An index into tuples: the condition that it is i.
ExprId is_index(Call& call, const Shadow::Number& n, size_t i) {
  if (call.pool().is_false(n.is_int)) return n.is_int;
  Int wanted = call.shadow.ints().constant(static_cast<unsigned long>(i));
  return call.pool().and_(n.is_int, call.shadow.ints().equal(n.integer, wanted));
}

Cases element(Call& call) {
  ExprPool& pool = call.pool();
  Shadow::Number n = call.shadow.as_number(call.arg(0));
  std::vector<Alt> values;
  ExprId fine = call.shadow.no();
  for (size_t size : call.shadow.tuple_sizes(call.arg(1))) {
    Shadow::Items tuple = call.shadow.as_tuple(call.arg(1), size);
    for (size_t i = 0; i < size; ++i) {
      ExprId here = pool.and_(tuple.when, is_index(call, n, i + 1));
      if (pool.is_false(here)) continue;
      values.push_back({here, tuple.items[i]});
      fine = pool.or_(fine, here);
    }
  }
  if (values.empty()) return call.error("badarg");
  return call.value_if(fine, call.shadow.mux(std::move(values)));
}

Cases setelement(Call& call) {
  auto items = tuple_items(call.shadow, call.arg(1));
  if (!items) return call.error("badarg");
  Shadow::Number n = call.shadow.as_number(call.arg(0));
  ExprId fine = call.shadow.no();
  std::vector<Cell> changed = *items;
  for (size_t i = 0; i < changed.size(); ++i) {
    ExprId here = is_index(call, n, i + 1);
    fine = call.pool().or_(fine, here);
    changed[i] = call.shadow.mux({{here, call.arg(2)}, {call.pool().not_(here), changed[i]}});
  }
  if (call.pool().is_false(fine)) return call.error("badarg");
  return call.value_if(fine, call.heap().tuple(changed));
}

// Sizes by possible shape, as one number.
Alt size_of_tuple(Call& call) {
  Alt result{call.shadow.no(), {}};
  std::vector<Alt> sizes;
  for (size_t size : call.shadow.tuple_sizes(call.arg(0))) {
    ExprId here = call.shadow.as_tuple(call.arg(0), size).when;
    result.when = call.pool().or_(result.when, here);
    sizes.push_back({here, Cell::small(static_cast<int64_t>(size))});
  }
  if (!sizes.empty()) result.value = call.shadow.mux(std::move(sizes));
  return result;
}

Cases tuple_size(Call& call) {
  Alt size = size_of_tuple(call);
  if (call.pool().is_false(size.when)) return call.error("badarg");
  return call.value_if(size.when, size.value);
}

// Of tuples, or of binaries in whole bytes.
Cases size(Call& call) {
  ExprPool& pool = call.pool();
  Cases cases;
  Alt tuple = size_of_tuple(call);
  if (!pool.is_false(tuple.when)) cases.push_back({tuple.when, tuple.value});
  ExprId rest = pool.not_(tuple.when);
  for (const Alt& alt : call.shadow.shapes_of(call.arg(0))) {
    if (alt.value.tag() != Tag::bits && alt.value.tag() != Tag::open_bits) continue;
    Int bytes = call.shadow.ints().shift_right(length_of(call.shadow, alt.value), 3);
    cases.push_back({alt.when, call.heap().unknown(std::move(bytes))});
    rest = pool.and_(rest, pool.not_(alt.when));
  }
  if (!pool.is_false(rest)) cases.push_back({rest, call.heap().atom("badarg"), true});
  return cases;
}

Cases tuple_to_list(Call& call) {
  auto items = tuple_items(call.shadow, call.arg(0));
  return items ? call.value(call.heap().list(*items)) : call.error("badarg");
}

Cases list_to_tuple(Call& call) {
  auto items = spine(call.shadow, call.arg(0));
  return items ? call.value(call.heap().tuple(*items)) : call.error("badarg");
}

Cases append_element(Call& call) {
  auto items = tuple_items(call.shadow, call.arg(0));
  if (!items) return call.error("badarg");
  items->push_back(call.arg(1));
  return call.value(call.heap().tuple(*items));
}

Cases make_tuple(Call& call) {
  Shadow::Number n =
      call.shadow.as_number(call.shadow.concretise(call.arg(0), "the size of a tuple"));
  constexpr unsigned long most = (1ul << 24) - 1;
  if (call.pool().is_false(n.is_int) || n.integer.low < 0 || n.integer.low > most)
    return call.error("badarg");
  return call.value(call.heap().tuple(std::vector<Cell>(n.integer.low.get_ui(), call.arg(1))));
}

constexpr ModelRow rows[] = {
    {"erlang", "element", 2, element},
    {"erlang", "setelement", 3, setelement},
    {"erlang", "tuple_size", 1, tuple_size},
    {"erlang", "size", 1, size},
    {"erlang", "tuple_to_list", 1, tuple_to_list},
    {"erlang", "list_to_tuple", 1, list_to_tuple},
    {"erlang", "append_element", 2, append_element},
    {"erlang", "make_tuple", 2, make_tuple},
};

}  // namespace

std::span<const ModelRow> tuple_models() {
  return rows;
}

}  // namespace cuttle::erlang::replay
