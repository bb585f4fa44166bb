// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/terms.h"

#include <gtest/gtest.h>

#include "engine/expr/copy.h"
#include "engine/expr/evaluator.h"

namespace cuttle {
namespace {

class TermsTest : public testing::Test {
 protected:
  ExprId number(int64_t value) { return pool.constant(Value::integer(value)); }
  ExprId make_cons(ExprId head, ExprId tail) {
    ExprId fields[] = {head, tail};
    return pool.term_make(list, cons, fields);
  }

  ExprPool pool;
  Sort list = pool.datatype("list");
  uint32_t nil = pool.add_constructor(list, {"nil", {}});
  uint32_t cons = pool.add_constructor(list, {"cons", {{"head", Sort::integer()}, {"tail", list}}});
  ExprId x = pool.variable("x", list);
  ExprId n = pool.variable("n", Sort::integer());
  ExprId end = pool.term_make(list, nil, {});
};

TEST_F(TermsTest, SelectionsOfMadeTermsAreTheFields) {
  ExprId e = make_cons(n, x);
  EXPECT_EQ(pool.term_select(e, cons, 0), n);
  EXPECT_EQ(pool.term_select(e, cons, 1), x);
  EXPECT_EQ(pool.term_is(e, cons), pool.true_expr());
  EXPECT_EQ(pool.term_is(e, nil), pool.false_expr());
  EXPECT_EQ(pool.eq(e, end), pool.false_expr());
  EXPECT_EQ(pool.eq(x, end), pool.term_is(x, nil));
  EXPECT_EQ(pool.eq(e, make_cons(number(3), x)), pool.eq(n, number(3)));
  ExprId p = pool.variable("p", Sort::boolean());
  EXPECT_EQ(pool.term_is(pool.ite(p, e, end), cons), p);
  EXPECT_EQ(pool.variables_of(e).size(), 2u);
}

TEST_F(TermsTest, Evaluate) {
  Value rest = Value::term(list, cons, {Value::integer(int64_t{5}), Value::term(list, nil, {})});
  Assignment assignment;
  assignment.set(pool.var_of(x), rest);
  assignment.set(pool.var_of(n), Value::integer(int64_t{4}));
  Evaluator evaluator(pool, assignment);
  EXPECT_EQ(evaluator.evaluate(make_cons(n, x)),
            Value::term(list, cons, {Value::integer(int64_t{4}), rest}));
  EXPECT_EQ(evaluator.evaluate(pool.term_select(x, cons, 0)), Value::integer(int64_t{5}));
  EXPECT_TRUE(evaluator.is_true(pool.eq(pool.term_select(x, cons, 1), end)));
  EXPECT_EQ(rest.to_text(), "1(5, 0)");
}

TEST_F(TermsTest, CopiesMapDatatypesByName) {
  ExprPool other;
  Sort other_list = (other.datatype("tree"), other.datatype("list"));
  uint32_t other_nil = other.add_constructor(other_list, {"nil", {}});
  ExprId condition = pool.and_(pool.term_is(x, cons), pool.eq(make_cons(n, end), x));
  ExprId copy = ExprCopier(pool, other).copy(condition);
  EXPECT_EQ(other.op(copy), Op::and_);
  EXPECT_EQ(other.datatype_info(other_list).constructors.size(), 2u);
  EXPECT_EQ(other_nil, 0u);
  EXPECT_EQ(ExprCopier(other, pool).copy(copy), condition);
}

}  // namespace
}  // namespace cuttle
