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

}  // namespace

bool Memory::knows(const std::string& name) {
  return name == "erlang:put" || name == "erlang:get" || name == "erlang:erase" ||
         name == "ets:insert" || name == "ets:lookup";
}

void Memory::fix_keys(Shadow& shadow, const std::string& name, std::span<Cell> args) {
  if (args.empty()) return;
  if (name == "ets:insert" && args.size() == 2) {
    args[0] = shadow.concretise(args[0], "a table");
    Cell objects = shadow.resolve(args[1]);
    if (objects.tag() != Tag::tuple) {
      args[1] = shadow.concretise(objects, "call to ets:insert");
      return;
    }
    shadow.concretise(key_of(shadow, objects), "a key of a table");
    return;
  }
  args[0] = shadow.concretise(args[0], "a key of " + name);
  if (name == "ets:lookup" && args.size() == 2)
    args[1] = shadow.concretise(args[1], "a key of a table");
}

Cell Memory::remembered(Shadow& shadow, const std::string& where, const Term& given) {
  auto at = values_.find(where);
  if (at != values_.end() && shadow.agrees(at->second, given)) return at->second;
  return shadow.heap().from_term(given);
}

void Memory::insert(Shadow& shadow, Cell table, Cell object) {
  values_[place(shadow, table_of(shadow, table), key_of(shadow, object))] = object;
}

Cell Memory::look_up(Shadow& shadow, std::span<const Cell> args, const Term& given) {
  Heap& heap = shadow.heap();
  if (given.length() != 1 || !given.is_proper_list()) return heap.from_term(given);
  Cell object =
      remembered(shadow, place(shadow, table_of(shadow, args[0]), args[1]), given.items[0]);
  return heap.cons(object, Cell::nil());
}

Cell Memory::apply(Shadow& shadow, uint32_t process, const std::string& name,
                   std::span<const Cell> args, const Term& given) {
  if (name == "ets:insert" && args.size() == 2) insert(shadow, args[0], args[1]);
  if (name == "ets:lookup" && args.size() == 2) return look_up(shadow, args, given);
  if (name.starts_with("ets:") || args.empty()) return shadow.heap().from_term(given);
  const std::string where = place(shadow, dictionary(process), args[0]);
  Cell before = remembered(shadow, where, given);
  if (name == "erlang:put" && args.size() == 2) values_[where] = args[1];
  if (name == "erlang:erase") values_.erase(where);
  return before;
}

}  // namespace cuttle::erlang::replay
