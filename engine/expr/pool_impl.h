// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/expr/node_table.h"
#include "engine/expr/pool.h"
#include "engine/expr/rewrite_memo.h"
#include "engine/expr/var_sets.h"

namespace cuttle {

struct ExprPool::Impl {
  struct Table {
    std::vector<ExprId> elements;
    VarSets::Id variables;
  };
  struct NameHash {
    using is_transparent = void;
    size_t operator()(std::string_view name) const { return std::hash<std::string_view>()(name); }
  };

  Simplify mode = Simplify::yes;
  NodeTable nodes;
  NodeTable constants;
  NodeTable table_ids;  // TableId + 1
  std::vector<Table> tables;
  std::unordered_map<std::string, VarId, NameHash, std::equal_to<>> names;

  VarSets sets;
  std::vector<VarSets::Id> variables_of;  // per expression

  // Rewriting one expression may make others. Both are bounded, so that no expression, however
  // built, can make one step expensive; beyond the bound expressions are just stored.
  unsigned depth = 0;
  unsigned fuel = 0;
  RewriteMemo memo;
};

}  // namespace cuttle
