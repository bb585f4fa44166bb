// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/fuzz/z3_oracle.h"

#include "engine/expr/smtlib.h"
#include "engine/expr/smtlib_text.h"

namespace cuttle {
namespace {

std::string declarations(const ExprPool& pool) {
  std::string out;
  for (VarId v = 0; v < pool.variable_count(); ++v) {
    const Variable& variable = pool.variable_info(v);
    out +=
        "(declare-const " + smtlib_name(variable.name) + " " + smtlib_sort(variable.sort) + ")\n";
  }
  return out;
}

}  // namespace

Z3Oracle::Z3Oracle(unsigned timeout) : timeout_(timeout) {}

z3::expr Z3Oracle::parse(const std::string& declarations, const std::string& sort,
                         const std::string& term) {
  std::string script =
      declarations + "(declare-const result! " + sort + ")\n(assert (= result! " + term + "))\n";
  return context_.parse_string(script.c_str())[0].arg(1);
}

z3::expr Z3Oracle::read(const ExprPool& pool, ExprId e) {
  return parse(declarations(pool), smtlib_sort(pool.sort(e)), to_smtlib(pool, e));
}

std::optional<bool> Z3Oracle::has_value(const ExprPool& pool, z3::expr e,
                                        const Assignment& assignment, const Value& expected) {
  std::string script = declarations(pool);
  for (VarId v = 0; v < pool.variable_count(); ++v) {
    script += "(assert (= " + smtlib_name(pool.variable_info(v).name) + " " +
              smtlib_value(*assignment.get(v)) + "))\n";
  }
  z3::expr_vector from(context_), to(context_);
  z3::expr_vector equalities = context_.parse_string(script.c_str());
  for (z3::expr equality : equalities) {
    from.push_back(equality.arg(0));
    to.push_back(equality.arg(1));
  }
  z3::expr value = parse({}, smtlib_sort(expected.sort()), smtlib_value(expected));
  z3::expr verdict = (e.substitute(from, to) == value).simplify();
  if (verdict.is_true()) return true;
  if (verdict.is_false()) return false;
  return std::nullopt;
}

std::optional<bool> Z3Oracle::always_equal(const z3::expr& a, const z3::expr& b) {
  z3::solver solver(context_);
  z3::params params(context_);
  params.set("timeout", timeout_);
  solver.set(params);
  solver.add(a != b);
  switch (solver.check()) {
    case z3::unsat:
      return true;
    case z3::sat:
      return false;
    default:
      return std::nullopt;
  }
}

}  // namespace cuttle
