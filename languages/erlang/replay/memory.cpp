// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/replay/memory.h"

#include "languages/erlang/replay/lists.h"
#include "languages/erlang/term/etf.h"

namespace cuttle::erlang::replay {

namespace {

std::string place(Shadow& shadow, const std::string& space, Cell key) {
  return space + encode_etf(shadow.heap().to_term(shadow.value_now(key)));
}

std::string dictionary(uint32_t process) {
  return "process " + std::to_string(process) + " ";
}

std::string table_of(Shadow& shadow, Cell table) {
  return place(shadow, "table ", table) + " ";
}

// The key of an object; tables with another place for keys are found out when a value comes back.
Cell key_of(Shadow& shadow, Cell object) {
  Heap& heap = shadow.heap();
  object = shadow.resolve(object);
  if (object.tag() != Tag::tuple || heap.tuple_size(object) == 0) return object;
  return heap.items(object)[0];
}

// One, or a list of them.
std::vector<Cell> objects_of(Shadow& shadow, Cell given) {
  given = shadow.resolve(given);
  if (given.tag() != Tag::position && given.tag() != Tag::mux && given.tag() != Tag::cons)
    return {given};
  if (auto several = spine(shadow, given)) {
    for (Cell& each : *several) each = shadow.settle(each);
    return *several;
  }
  return {shadow.settle(given)};
}

}  // namespace

bool Memory::knows(const std::string& name) {
  return name == "erlang:put" || name == "erlang:get" || name == "erlang:erase" ||
         name == "ets:insert" || name == "ets:lookup";
}

void Memory::fix_keys(Shadow& shadow, const std::string& name, std::span<Cell> args) {
  if (args.empty()) return;
  if (name == "ets:insert" && args.size() == 2) {
    args[0] = shadow.concretise(args[0], "a table");
    for (Cell object : objects_of(shadow, args[1])) {
      if (object.tag() == Tag::tuple)
        shadow.concretise(key_of(shadow, object), "a key of a table");
      else
        shadow.concretise(object, "call to ets:insert");
    }
    return;
  }
  args[0] = shadow.concretise(args[0], "a key of " + name);
  if (name == "ets:lookup" && args.size() == 2)
    args[1] = shadow.concretise(args[1], "a key of a table");
}

Cell Memory::remembered(Shadow& shadow, const std::string& where, const Term& given) {
  auto at = values_.find(where);
  if (at != values_.end() && shadow.agrees(at->second, given)) return at->second;
  if (at != values_.end()) shadow.concretise(at->second, "a value that was put aside");
  return shadow.heap().from_term(given);
}

void Memory::write(const std::string& where, Cell value) {
  values_[where] = value;
  if (!value.is_ground()) written_.emplace_back(where, value);
}

void Memory::insert(Shadow& shadow, Cell table, Cell object) {
  write(place(shadow, table_of(shadow, table), key_of(shadow, object)), object);
}

Cell Memory::look_up(Shadow& shadow, std::span<const Cell> args, const Term& given) {
  Heap& heap = shadow.heap();
  if (given.kind == TermKind::nil) return heap.from_term(given);
  const std::string space = table_of(shadow, args[0]);
  const std::string where = place(shadow, space, args[1]);
  // A bag, or a table with another place for keys.
  if (given.length() != 1 || !given.is_proper_list() || !values_.contains(where)) {
    forget(shadow, "a value of a table", space);
    return heap.from_term(given);
  }
  return heap.cons(remembered(shadow, where, given.items[0]), Cell::nil());
}

void Memory::forget(Shadow& shadow, const std::string& why, const std::string& space) {
  for (auto& [where, value] : written_)
    if (where.starts_with(space)) value = shadow.concretise(value, why);
}

std::string Memory::place_of(Shadow& shadow, const std::string& name, std::span<const Cell> args) {
  const std::string module = name.substr(0, name.find(':'));
  return module == "ets" && !args.empty() ? table_of(shadow, args[0]) : module;
}

Cell Memory::apply(Shadow& shadow, uint32_t process, const std::string& name,
                   std::span<const Cell> args, const Term& given) {
  if (name == "ets:insert" && args.size() == 2) {
    for (Cell object : objects_of(shadow, args[1])) insert(shadow, args[0], object);
  }
  if (name == "ets:lookup" && args.size() == 2) return look_up(shadow, args, given);
  if (name.starts_with("ets:") || args.empty()) return shadow.heap().from_term(given);
  const std::string where = place(shadow, dictionary(process), args[0]);
  Cell before = remembered(shadow, where, given);
  if (name == "erlang:put" && args.size() == 2) write(where, args[1]);
  if (name == "erlang:erase") values_.erase(where);
  return before;
}

}  // namespace cuttle::erlang::replay
