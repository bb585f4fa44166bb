// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/fuzz/differential.h"

#include <set>

#include "engine/expr/copy.h"
#include "engine/expr/evaluator.h"
#include "engine/expr/ops.h"
#include "engine/expr/smtlib.h"

namespace cuttle {
namespace {

size_t count_nodes(const ExprPool& pool, ExprId e) {
  std::set<ExprId> seen;
  std::vector<ExprId> stack{e};
  while (!stack.empty()) {
    ExprId next = stack.back();
    stack.pop_back();
    if (!seen.insert(next).second) continue;
    const ExprNode& node = pool.node(next);
    for (unsigned i = 0; i < op_info(node.op).arity; ++i) stack.push_back(node.args[i]);
  }
  return seen.size();
}

// The same values by name in another pool.
Assignment translated(const ExprPool& from, const Assignment& assignment, ExprPool& to) {
  Assignment out;
  for (VarId v = 0; v < from.variable_count(); ++v) {
    const Variable& variable = from.variable_info(v);
    out.set(to.var_of(to.variable(variable.name, variable.sort)), *assignment.get(v));
  }
  return out;
}

std::string show(const ExprPool& pool, const Assignment& assignment) {
  std::string out;
  for (VarId v = 0; v < pool.variable_count(); ++v) {
    out += "  " + pool.variable_info(v).name + " = " + assignment.get(v)->to_text() + "\n";
  }
  return out;
}

}  // namespace

DifferentialResult compare_with_z3(Z3Oracle& oracle, uint64_t seed,
                                   const DifferentialOptions& options) {
  DifferentialResult result;
  ExprPool raw_pool(ExprPool::Simplify::no), pool;
  RandomExpr random(raw_pool, seed, options.expr);
  ExprId raw = random.make_any();
  ExprId simple = ExprCopier(raw_pool, pool).copy(raw);
  result.raw_nodes = count_nodes(raw_pool, raw);
  result.simplified_nodes = count_nodes(pool, simple);
  auto fail = [&](const std::string& what) {
    result.error = "seed " + std::to_string(seed) + ": " + what +
                   "\noriginal:   " + to_smtlib(raw_pool, raw) +
                   "\nsimplified: " + to_smtlib(pool, simple) + "\n";
    return result;
  };
  z3::expr z3_raw = oracle.read(raw_pool, raw);
  for (unsigned i = 0; i < options.assignments; ++i) {
    Assignment assignment = random.assignment();
    Value value = Evaluator(raw_pool, assignment).evaluate(raw);
    Assignment same = translated(raw_pool, assignment, pool);
    Value simple_value = Evaluator(pool, same).evaluate(simple);
    if (!(value == simple_value)) {
      return fail("simplified gives " + simple_value.to_text() + " instead of " + value.to_text() +
                  " under\n" + show(raw_pool, assignment));
    }
    std::optional<bool> agrees = oracle.has_value(raw_pool, z3_raw, assignment, value);
    if (agrees == false) {
      return fail("Z3 does not evaluate to " + value.to_text() + " under\n" +
                  show(raw_pool, assignment));
    }
    ++(agrees ? result.agreed : result.unknown);
  }
  if (options.prove) {
    std::optional<bool> equal = oracle.always_equal(z3_raw, oracle.read(pool, simple));
    if (equal == false) return fail("Z3 finds them different");
    result.proved = equal == true;
  }
  return result;
}

}  // namespace cuttle
