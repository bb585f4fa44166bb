// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/replay/model.h"

#include <map>
#include <string>
#include <tuple>

namespace cuttle::erlang::replay {

Cases Call::value_if(ExprId condition, Cell result, std::string_view otherwise) {
  if (pool().is_true(condition)) return value(result);
  Cell reason = heap().atom(otherwise);
  if (pool().is_false(condition)) return error(reason);
  return {{condition, result}, {pool().not_(condition), reason, true}};
}

std::vector<ModelRow> all_models() {
  std::vector<ModelRow> all;
  for (auto rows : {type_models(), compare_models(), arithmetic_models(), bit_models(),
                    tuple_models(), list_models(), binary_models(), map_models(),
                    conversion_models(), error_models(), process_models()})
    all.insert(all.end(), rows.begin(), rows.end());
  return all;
}

namespace {

using Table = std::map<std::tuple<std::string, std::string, size_t>, Model>;

Model look_up(const Table& table, std::string_view module, std::string_view function,
              size_t arity) {
  auto at = table.find({std::string(module), std::string(function), arity});
  return at == table.end() ? nullptr : at->second;
}

Table table_of(std::span<const ModelRow> rows) {
  Table table;
  for (const ModelRow& row : rows) table[{row.module, row.function, row.arity}] = row.model;
  return table;
}

}  // namespace

Model find_model(std::string_view module, std::string_view function, size_t arity) {
  static const Table table = table_of(all_models());
  return look_up(table, module, function, arity);
}

Model find_checked_model(std::string_view module, std::string_view function, size_t arity) {
  static const Table table = table_of(checked_models());
  return look_up(table, module, function, arity);
}

}  // namespace cuttle::erlang::replay
