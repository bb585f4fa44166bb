// SPDX-License-Identifier: Apache-2.0
#include "engine/term/inputs.h"

#include <gtest/gtest.h>

#include "engine/term/test_terms.h"

namespace cuttle::term {
namespace {

class InputsTest : public testing::Test {
 protected:
  ExprPool pool_;
  Skeleton skeleton_{pool_};
  Inputs inputs_{skeleton_};
};

TEST_F(InputsTest, DefaultsCountAsReadOnceLookedAt) {
  Domain d({Symbol::constant(Toy::atom, 0), Symbol::constant(Toy::atom, 1),
            Symbol::integer(Toy::integer)},
           8, 1);
  PositionId p = skeleton_.add_root("p", &d), q = skeleton_.add_root("q", &d);
  inputs_.set_default(q, {static_cast<unsigned>(d.integer()), -7, 0});
  inputs_.begin({});
  EXPECT_EQ(inputs_.values().limit(), 0u);
  EXPECT_EQ(inputs_.symbol_at(p), d.initial());
  EXPECT_EQ(inputs_.symbol_at(q), static_cast<unsigned>(d.integer()));
  EXPECT_EQ(inputs_.integer_at(q), -7);
  EXPECT_TRUE(inputs_.values().has(pool_.var_of(skeleton_.tag(p))));
  EXPECT_FALSE(pool_.find_variable("p:int"));  // nobody asked
  EXPECT_EQ(inputs_.integer_at(p), 0);
  Assignment before = inputs_.values();
  inputs_.begin(before);  // what was read makes the same run
  EXPECT_EQ(inputs_.integer_at(q), -7);
}

TEST_F(InputsTest, DefaultsOfBoundedIntegersLieInside) {
  Domain d({Symbol::integer(Toy::integer)}, 8, 0);
  d.set_bounds(10, 20);
  PositionId p = skeleton_.add_root("p", &d), q = skeleton_.add_root("q", &d);
  inputs_.set_default(q, {0, 15, 0});
  inputs_.begin({});
  EXPECT_EQ(inputs_.integer_at(p), 10);
  EXPECT_EQ(inputs_.integer_at(q), 15);
}

TEST_F(InputsTest, DefaultsOfTextsAndFloats) {
  Domain text({Symbol::any_text(Toy::atom)}, 8, 0), bytes({Symbol::any_text(Toy::binary)}, 8, 0);
  text.set_texts({0, 3, ' ', '~'});
  bytes.set_texts({2, 5, 0, 31});
  Domain number({Symbol::floating(Toy::floating)}, 8, 0);
  PositionId p = skeleton_.add_root("p", &text), q = skeleton_.add_root("q", &bytes);
  PositionId r = skeleton_.add_root("r", &number);
  inputs_.begin({});
  EXPECT_EQ(inputs_.text_at(p), U"a");
  EXPECT_EQ(inputs_.text_at(q), std::u32string(2, U'\0'));
  EXPECT_EQ(inputs_.float_at(r), 0.5);
}

}  // namespace
}  // namespace cuttle::term
