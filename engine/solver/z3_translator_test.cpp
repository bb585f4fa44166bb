// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/z3_translator.h"

#include <gtest/gtest.h>

#include "engine/expr/evaluator.h"
#include "engine/expr/random_expr.h"
#include "engine/expr/smtlib.h"
#include "engine/solver/z3_handles.h"

namespace cuttle {
namespace {

// Feeds expressions of a pool to a translator, as the worker process does.
class Translation {
 public:
  Translation(const Z3Context& z3, const ExprPool& pool)
      : context_(z3.get()), encoder_(pool), translator_(context_) {}

  bool define(ExprId e) {
    ByteWriter writer;
    encoder_.define({&e, 1}, writer);
    ByteReader reader(writer.bytes());
    for (uint64_t left = reader.number(); left > 0; --left) {
      if (!translator_.define(decoder_.next(reader))) return false;
    }
    return true;
  }

  // Whether Z3 finds (a == b) to be true, by simplification alone.
  Z3_lbool equal(ExprId a, ExprId b) {
    Z3_ast both = Z3_mk_eq(context_, translator_.term(a), translator_.term(b));
    return Z3_get_bool_value(context_, Z3_simplify(context_, both));
  }

 private:
  Z3_context context_;
  ExprEncoder encoder_;
  ExprDecoder decoder_;
  Z3Translator translator_;
};

// Expressions without variables: what the evaluator computes is what Z3 computes.
void compare(const RandomExprOptions& options, uint64_t first_seed, int count) {
  const Z3Context z3;  // slow to start
  for (uint64_t seed = first_seed; seed < first_seed + count; ++seed) {
    ExprPool pool(ExprPool::Simplify::no);
    RandomExpr random(pool, seed, options);
    ExprId e = random.make_any();
    Value value = Evaluator(pool, Assignment()).evaluate(e);
    ExprId expected = pool.constant(value);
    Translation translation(z3, pool);
    ASSERT_TRUE(translation.define(e) && translation.define(expected)) << seed;
    EXPECT_NE(translation.equal(e, expected), Z3_L_FALSE)
        << "seed " << seed << ": " << value.to_text() << " for " << to_smtlib(pool, e);
  }
}

TEST(Z3Translator, AgreesWithTheEvaluatorOnFloats) {
  compare({.max_width = 64, .max_nodes = 6, .variables = 0, .floats = true}, 1, 1500);
}

TEST(Z3Translator, AgreesWithTheEvaluatorOnIntegers) {
  compare({.max_width = 16, .max_nodes = 8, .variables = 0, .integers = true}, 1, 500);
}

}  // namespace
}  // namespace cuttle
