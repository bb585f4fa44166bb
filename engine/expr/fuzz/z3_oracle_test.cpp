// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/fuzz/z3_oracle.h"

#include <gtest/gtest.h>

#include <sstream>

#include "engine/expr/smtlib.h"

namespace cuttle {
namespace {

z3::check_result check(ExprPool& pool, std::span<const ExprId> constraints) {
  std::ostringstream script;
  write_smtlib_script(script, pool, constraints);
  z3::context context;
  z3::solver solver(context);
  solver.from_string(script.str().c_str());
  return solver.check();
}

TEST(Z3ReadsScripts, OfFloatPatterns) {
  ExprPool pool;
  for (unsigned width : {32u, 80u}) {
    ExprId f = pool.variable("f" + std::to_string(width), Sort::floating(width));
    ExprId bits = pool.unary(Op::f_to_bits, f);
    Value one = Value::zero(Sort::bits(width));
    mpz_class pattern =
        width == 32 ? mpz_class("3f800000", 16) : mpz_class("3fff8000000000000000", 16);
    one = Value::bits(width, pattern);
    ExprId is_one = pool.eq(bits, pool.constant(one));
    ExprId constraints[] = {is_one, pool.unary(Op::f_is_nan, f)};
    EXPECT_EQ(check(pool, {constraints, 1}), z3::sat);
    EXPECT_EQ(check(pool, constraints), z3::unsat);
  }
}

}  // namespace
}  // namespace cuttle
