// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/byte_functions.h"

#include "engine/solver/lane_program.h"

namespace cuttle {

namespace {

std::vector<uint64_t> tabulate(ExprPool& pool, ExprId e, VarId var, ModelEvaluator& evaluator,
                               uint64_t& visits) {
  std::vector<uint64_t> values;
  LaneProgram program;
  const bool compiled = program.compile(pool, {&e, 1}, {&var, 1}, evaluator);
  visits = program.visits();
  if (!compiled) return values;
  const size_t count = size_t{1} << bit_width(pool.variable_info(var).sort);
  while (values.size() < count) {
    const size_t first = values.size();
    for (size_t lane = 0; lane < LaneProgram::lanes; ++lane) {
      program.variable(0)[lane] = (first + lane) % count;
    }
    program.run(~uint64_t{0});
    for (size_t lane = 0; lane < LaneProgram::lanes && values.size() < count; ++lane) {
      values.push_back(program.result(0)[lane]);
    }
  }
  return values;
}

}  // namespace

const std::vector<uint64_t>* ByteFunctions::find(ExprPool& pool, ExprId e,
                                                 ModelEvaluator& evaluator) {
  visits_ = 0;
  const std::span<const VarId> variables = pool.variables_of(e);
  if (variables.size() != 1 || !is_narrow(pool.sort(e))) return nullptr;
  const Sort sort = pool.variable_info(variables[0]).sort;
  if (!is_narrow(sort) || bit_width(sort) > max_width) return nullptr;
  const auto known = tables_.find(e);
  if (known != tables_.end()) return known->second.empty() ? nullptr : &known->second;
  if (tables_.size() == max_tables) tables_.clear();
  std::vector<uint64_t>& table = tables_[e];
  table = tabulate(pool, e, variables[0], evaluator, visits_);
  return table.empty() ? nullptr : &table;
}

}  // namespace cuttle
