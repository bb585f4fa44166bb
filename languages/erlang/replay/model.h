// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "languages/erlang/replay/core.h"
#include "languages/erlang/replay/shadow.h"

namespace cuttle::erlang::replay {

enum class ErrorClass : uint8_t { error, exit, throw_ };

// One way in which a built-in function can end: with a value, or with an exception.
struct Case {
  ExprId when;
  Cell value;  // or the reason
  bool raises = false;
  ErrorClass error_class = ErrorClass::error;
};
// Exactly one of the conditions holds. In a body each way is a choice of its own; in a guard the
// values are one value, and exceptions make it false.
using Cases = std::vector<Case>;

// The arguments of a built-in function, and what its model needs.
struct Call {
  Shadow& shadow;
  std::span<const Cell> args;

  Heap& heap() { return shadow.heap(); }
  ExprPool& pool() { return shadow.pool(); }
  Cell arg(size_t i) const { return args[i]; }

  Cases value(Cell result) { return {{shadow.yes(), result}}; }
  Cases truth(ExprId condition) { return value(shadow.boolean(condition)); }
  Cases error(Cell reason) { return {{shadow.yes(), reason, true}}; }
  Cases error(std::string_view reason) { return error(heap().atom(reason)); }
  // A value when the condition holds, otherwise an error.
  Cases value_if(ExprId condition, Cell result, std::string_view otherwise = "badarg");
};

// What a built-in function does. It must know all arguments: where it is, the machine says nothing.
using Model = Cases (*)(Call&);

struct ModelRow {
  const char* module;
  const char* function;
  uint32_t arity;
  Model model;
};

// The tables of bifs/, one per file.
std::span<const ModelRow> type_models();
std::span<const ModelRow> compare_models();
std::span<const ModelRow> arithmetic_models();
std::span<const ModelRow> bit_models();
std::span<const ModelRow> tuple_models();
std::span<const ModelRow> list_models();
std::span<const ModelRow> binary_models();
std::span<const ModelRow> map_models();
std::span<const ModelRow> conversion_models();
std::span<const ModelRow> error_models();
std::span<const ModelRow> process_models();

// Functions of vm/models.txt; null: there is no such model.
Model find_model(std::string_view module, std::string_view function, size_t arity);
std::vector<ModelRow> all_models();

// Functions that are `opaque': the machine tells the value, and the model what it depends on. What
// does not agree is not used.
std::span<const ModelRow> checked_models();
Model find_checked_model(std::string_view module, std::string_view function, size_t arity);

// ---- what bodies need as well ----
// `Map#{Key => Value}', or `:=' when exact.
Cases put_key(Call call, Cell map, Cell key, Cell value, bool exact);
Cases build_binary(Call call, std::span<const Segment> segments, std::span<const Cell> sizes);
// The value of a key, under the condition that it is there.
Alt find_key(Shadow& shadow, const MapData& entries, Cell key);

}  // namespace cuttle::erlang::replay
