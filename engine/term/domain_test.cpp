// SPDX-License-Identifier: Apache-2.0
#include "engine/term/domain.h"

#include <gtest/gtest.h>

#include "engine/term/test_terms.h"

namespace cuttle::term {
namespace {

TEST(Domain, OrdersItsSymbolsByKind) {
  Domain inner({Symbol::constant(Toy::atom, 0)}, 8, 0);
  Domain d({Symbol::functor(Toy::tuple, 2, {&inner, &inner}), Symbol::constant(Toy::nil, 0),
            Symbol::constant(Toy::atom, 7), Symbol::integer(Toy::integer),
            Symbol::constant(Toy::atom, 5)},
           8, 1);
  EXPECT_EQ(d.integer(), 0);
  EXPECT_EQ(d.floating(), -1);
  EXPECT_EQ(d.find(Toy::atom, 7), 1);
  EXPECT_EQ(d.find(Toy::atom, 5), 2);
  EXPECT_EQ(d.find(Toy::tuple, 2), 3);
  EXPECT_EQ(d.find(Toy::nil, 0), 4);
  EXPECT_EQ(d.find(Toy::nil, 7), -1);
  EXPECT_EQ(d.range(Toy::atom), (std::pair{1u, 3u}));
  EXPECT_EQ(d.range(Toy::binary), (std::pair{5u, 5u}));
  EXPECT_EQ(d.initial(), 4u);
  EXPECT_EQ(d.width(), 3u);
  EXPECT_EQ(d.decode(3), 3u);
  EXPECT_EQ(d.decode(7), 4u);  // the last one stands for what is beyond
}

TEST(Domain, BoundsOfIntegers) {
  auto bounded = [](std::optional<mpz_class> low, std::optional<mpz_class> high) {
    Domain d({Symbol::integer(Toy::integer)}, 8, 0);
    d.set_bounds(low, high);
    return d;
  };
  EXPECT_FALSE(bounded({}, {}).bounded());
  EXPECT_EQ(bounded(0, {}).high(), 127);
  EXPECT_EQ(bounded({}, 5).low(), -122);
  EXPECT_EQ(bounded(3, 5).int_bits(), 2u);
  EXPECT_EQ(bounded(3, 3).int_bits(), 1u);
  EXPECT_EQ(bounded(3, 2).high(), 3);  // none: one is left
  mpz_class large = mpz_class(1) << 200;
  EXPECT_EQ(bounded(-large, large).int_bits(), 202u);
}

TEST(Domain, Texts) {
  Domain words({Toy::named(0, U"ok"), Symbol::any_text(Toy::atom), Symbol::any_text(Toy::binary)},
               8, 0);
  words.set_texts({1, 3, U'a', U'z'});
  Domain list({Symbol::constant(Toy::nil, 0), Symbol::functor(Toy::cell, 0, {&words, &words})}, 8,
              0);
  EXPECT_EQ(words.any_texts(), (std::vector<unsigned>{1, 2}));
  EXPECT_EQ(words.any_text(Toy::binary), 2);
  EXPECT_EQ(words.any_text(Toy::cell), -1);
  EXPECT_TRUE(list.has_text_inside());
  EXPECT_TRUE(list.any_texts().empty());
  EXPECT_TRUE(words.admits_text(U"abc"));
  EXPECT_FALSE(words.admits_text(U""));
  EXPECT_FALSE(words.admits_text(U"aB"));
  EXPECT_EQ((TextRange{0, 4, ' ', '~'}).character_bits(), 7u);
  EXPECT_EQ((TextRange{0, 4, ' ', '~'}).code_bits(), 8u);
  EXPECT_EQ((TextRange{0, 4, 0, 255}).code_bits(), 9u);
}

}  // namespace
}  // namespace cuttle::term
