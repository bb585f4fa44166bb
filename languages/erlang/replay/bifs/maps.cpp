// SPDX-License-Identifier: Apache-2.0
// Maps: entries with distinct keys, each present or not.
#include <algorithm>

#include "languages/erlang/replay/lists.h"

namespace cuttle::erlang::replay {

namespace {

// Maps of at most this size keep their keys in the order of terms.
constexpr size_t flat_size = 32;

ExprId is_present(Shadow& shadow, const MapEntry& entry) {
  return entry.present ? shadow.known(entry.present) : shadow.yes();
}

Cell pair(Heap& heap, Cell first, Cell second) {
  Cell items[] = {first, second};
  return heap.tuple(items);
}

Cases bad_map(Call& call, Cell map) {
  return call.error(pair(call.heap(), call.heap().atom("badmap"), map));
}

Cases bad_key(Call& call, ExprId when, Cell key) {
  return {{when, pair(call.heap(), call.heap().atom("badkey"), key), true}};
}

// The entry with that key, by choices where it depends on inputs; the size when there is none.
size_t entry_of(Shadow& shadow, const MapData& entries, Cell key) {
  for (size_t i = 0; i < entries.size(); ++i)
    if (shadow.decide_if(shadow.identical(entries[i].key, key))) return i;
  return entries.size();
}

// All entries that are there, by choices.
MapData present_entries(Shadow& shadow, const MapData& entries) {
  MapData result;
  for (const MapEntry& e : entries) {
    if (shadow.decide_if(is_present(shadow, e))) result.push_back({e.key, e.value, {}});
  }
  return result;
}

Cases map_size(Call& call) {
  auto map = call.shadow.choose_map(call.arg(0));
  if (!map) return bad_map(call, call.arg(0));
  Ranged& ints = call.shadow.ints();
  Int size = ints.constant(0);
  for (const MapEntry& e : MapData(call.heap().map_of(*map)))
    size =
        ints.add(size, ints.choose(is_present(call.shadow, e), ints.constant(1), ints.constant(0)));
  return call.value(call.heap().unknown(std::move(size)));
}

Cases is_key_in(Call& call, Cell key, Cell from) {
  auto map = call.shadow.choose_map(from);
  if (!map) return bad_map(call, from);
  const MapData entries = call.heap().map_of(*map);
  return call.truth(find_key(call.shadow, entries, key).when);
}
Cases is_map_key(Call& call) {
  return is_key_in(call, call.arg(0), call.arg(1));
}

Cases get_key(Call& call, Cell key, Cell from) {
  auto map = call.shadow.choose_map(from);
  if (!map) return bad_map(call, from);
  const MapData entries = call.heap().map_of(*map);
  Alt found = find_key(call.shadow, entries, key);
  Cases cases;
  if (!call.pool().is_false(found.when)) cases.push_back({found.when, found.value});
  ExprId missing = call.pool().not_(found.when);
  if (!call.pool().is_false(missing)) cases.push_back(bad_key(call, missing, key)[0]);
  return cases;
}
Cases get2(Call& call) {
  return get_key(call, call.arg(0), call.arg(1));
}

// maps:get/3 with a default, maps:find/2.
Cases find(Call& call) {
  auto map = call.shadow.choose_map(call.arg(1));
  if (!map) return bad_map(call, call.arg(1));
  const MapData entries = call.heap().map_of(*map);
  Alt found = find_key(call.shadow, entries, call.arg(0));
  Cases cases;
  if (!call.pool().is_false(found.when))
    cases.push_back({found.when, pair(call.heap(), call.heap().atom("ok"), found.value)});
  ExprId missing = call.pool().not_(found.when);
  if (!call.pool().is_false(missing)) cases.push_back({missing, call.heap().atom("error")});
  return cases;
}

Cases put(Call& call) {
  return put_key(call, call.arg(2), call.arg(0), call.arg(1), false);
}
Cases update(Call& call) {
  return put_key(call, call.arg(2), call.arg(0), call.arg(1), true);
}

Cases remove(Call& call) {
  auto map = call.shadow.choose_map(call.arg(1));
  if (!map) return bad_map(call, call.arg(1));
  MapData entries = call.heap().map_of(*map);
  if (size_t i = entry_of(call.shadow, entries, call.arg(0)); i < entries.size())
    entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(i));
  return call.value(call.heap().map(std::move(entries)));
}

Cases merge(Call& call) {
  auto first = call.shadow.choose_map(call.arg(0));
  if (!first) return bad_map(call, call.arg(0));
  auto second = call.shadow.choose_map(call.arg(1));
  if (!second) return bad_map(call, call.arg(1));
  MapData entries = call.heap().map_of(*first);
  for (const MapEntry& e : present_entries(call.shadow, MapData(call.heap().map_of(*second)))) {
    size_t i = entry_of(call.shadow, entries, e.key);
    if (i == entries.size()) entries.push_back({});
    entries[i] = e;
  }
  return call.value(call.heap().map(std::move(entries)));
}

Cases from_list(Call& call) {
  auto items = spine(call.shadow, call.arg(0));
  if (!items) return call.error("badarg");
  MapData entries;
  for (Cell item : *items) {
    Shadow::Items entry = call.shadow.as_tuple(item, 2);
    if (!call.shadow.decide_if(entry.when)) return call.error("badarg");
    size_t i = entry_of(call.shadow, entries, entry.items[0]);
    if (i == entries.size()) entries.push_back({});
    entries[i] = {entry.items[0], entry.items[1], {}};
  }
  return call.value(call.heap().map(std::move(entries)));
}

// ---- checked ones: the order of large maps is the machine's secret ----

// Present entries in the order of their keys; nothing: not known.
std::optional<MapData> in_order(Call& call, Cell c) {
  auto map = call.shadow.choose_map(c);
  if (!map) return {};
  MapData entries = present_entries(call.shadow, MapData(call.heap().map_of(*map)));
  if (entries.size() > flat_size) return {};
  for (MapEntry& e : entries) e.key = call.shadow.concretise(e.key, "a key of a map");
  std::sort(entries.begin(), entries.end(), [&](const MapEntry& a, const MapEntry& b) {
    return call.heap().compare(a.key, b.key) < 0;
  });
  return entries;
}

enum class Part : uint8_t { keys, values, both };

template <Part part>
Cases to_list(Call& call) {
  auto entries = in_order(call, call.arg(0));
  if (!entries) return {};
  std::vector<Cell> items;
  for (const MapEntry& e : *entries) {
    items.push_back(part == Part::keys     ? e.key
                    : part == Part::values ? e.value
                                           : pair(call.heap(), e.key, e.value));
  }
  return call.value(call.heap().list(items));
}

// erts_internal:map_next(0, Map, iterator | []): what maps:to_list/1, fold/3 and others are made
// of.
Cases next_of_map(Call& call) {
  if (call.arg(0) != Cell::small(0)) return {};
  auto entries = in_order(call, call.arg(1));
  if (!entries) return {};
  const bool iterates = call.arg(2) == call.heap().atom("iterator");
  if (!iterates && call.arg(2) != Cell::nil()) return {};
  Cell rest = iterates ? call.heap().atom("none") : Cell::nil();
  for (size_t i = entries->size(); i-- > 0;) {
    const MapEntry& e = (*entries)[i];
    Cell next[] = {e.key, e.value, rest};
    rest = iterates ? call.heap().tuple(next)
                    : call.heap().cons(pair(call.heap(), e.key, e.value), rest);
  }
  return call.value(rest);
}

constexpr ModelRow rows[] = {
    {"erlang", "map_size", 1, map_size},
    {"erlang", "is_map_key", 2, is_map_key},
    {"erlang", "map_get", 2, get2},
    {"maps", "get", 2, get2},
    {"maps", "find", 2, find},
    {"maps", "is_key", 2, is_map_key},
    {"maps", "put", 3, put},
    {"maps", "update", 3, update},
    {"maps", "remove", 2, remove},
    {"maps", "merge", 2, merge},
    {"maps", "from_list", 1, from_list},
};

constexpr ModelRow checked[] = {
    {"erts_internal", "map_next", 3, next_of_map},
    {"maps", "to_list", 1, to_list<Part::both>},
    {"maps", "keys", 1, to_list<Part::keys>},
    {"maps", "values", 1, to_list<Part::values>},
};

}  // namespace

std::span<const ModelRow> map_models() {
  return rows;
}

std::span<const ModelRow> checked_models() {
  return checked;
}

Alt find_key(Shadow& shadow, const MapData& entries, Cell key) {
  ExprPool& pool = shadow.pool();
  std::vector<Alt> found;
  ExprId some = shadow.no();
  for (const MapEntry& e : entries) {
    ExprId here = shadow.identical(e.key, key);
    if (pool.is_false(here)) continue;
    here = pool.and_(here, is_present(shadow, e));
    if (pool.is_false(here)) continue;
    found.push_back({here, e.value});
    some = pool.or_(some, here);
  }
  if (found.empty()) return {some, Cell::nil()};
  return {some, shadow.mux(std::move(found))};
}

Cases put_key(Call call, Cell from, Cell key, Cell value, bool exact) {
  auto map = call.shadow.choose_map(from);
  if (!map) return bad_map(call, from);
  MapData entries = call.heap().map_of(*map);
  const size_t i = entry_of(call.shadow, entries, key);
  if (i == entries.size()) {
    if (exact) return bad_key(call, call.shadow.yes(), key);
    entries.push_back({});
  }
  ExprId present = exact ? is_present(call.shadow, entries[i]) : call.shadow.yes();
  entries[i] = {key, value, {}};
  Cases cases;
  if (!call.pool().is_false(present))
    cases.push_back({present, call.heap().map(std::move(entries))});
  ExprId missing = call.pool().not_(present);
  if (!call.pool().is_false(missing)) cases.push_back(bad_key(call, missing, key)[0]);
  return cases;
}

}  // namespace cuttle::erlang::replay
