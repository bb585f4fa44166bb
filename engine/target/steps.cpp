// SPDX-License-Identifier: Apache-2.0
#include "engine/target/steps.h"

namespace cuttle {

ExprId StateVariables::add(const std::string& name, unsigned width, const Row& row) {
  const ExprId e = pool_.variable(name, Sort::bits(width));
  const VarId v = pool_.var_of(e);
  if (v >= rows_.size()) rows_.resize(v + 1);
  rows_[v] = row;
  return e;
}

ExprId StateVariables::cell(const Cell& cell) {
  const auto [at, fresh] = cells_.try_emplace(cell);
  if (fresh)
    at->second = add("cell " + std::to_string(cell.object) + "+" + std::to_string(cell.offset) +
                         ":" + std::to_string(cell.size),
                     cell.size * 8, {Kind::cell, 0, cell});
  return at->second;
}

ExprId StateVariables::numbered(Kind kind, uint32_t n, unsigned width) {
  static constexpr const char* names[] = {"", "input ", "read ", "any "};
  const auto [at, fresh] = numbered_.try_emplace({kind, n, width});
  if (fresh)
    at->second =
        add(names[static_cast<int>(kind)] + std::to_string(n) + ":" + std::to_string(width), width,
            {kind, n, {}});
  return at->second;
}

}  // namespace cuttle
