// SPDX-License-Identifier: Apache-2.0
#include "engine/term/choices.h"

#include <gtest/gtest.h>

#include <set>

#include "engine/term/test_terms.h"

namespace cuttle::term {
namespace {

class ChoicesTest : public testing::Test {
 protected:
  ChoicesTest() : p_(skeleton_.add_root("p", &domain_)) { choices_.begin({}, 100); }

  void begin(uint64_t tag) {
    Assignment given;
    given.set(pool_.var_of(skeleton_.tag(p_)), Value::bits(domain_.width(), tag));
    choices_.begin(given, 100);
  }
  Literal is(unsigned symbol) { return {false, {{{}, p_, symbol}}}; }
  bool is_kind(KindId kind) {
    return choices_.choose_symbols(p_, [kind](const Symbol& s) { return s.kind == kind; });
  }

  ExprPool pool_;
  Skeleton skeleton_{pool_};
  Domain domain_{{Symbol::integer(Toy::integer), Symbol::constant(Toy::atom, 0),
                  Symbol::constant(Toy::atom, 1), Symbol::constant(Toy::nil, 0)},
                 4,
                 0};
  PositionId p_;
  Choices choices_{skeleton_};
};

TEST_F(ChoicesTest, WhatIsKnownIsNoChoice) {
  begin(2);
  EXPECT_TRUE(is_kind(Toy::atom));
  EXPECT_EQ(choices_.choices.size(), 1u);
  EXPECT_FALSE(is_kind(Toy::nil));
  EXPECT_FALSE(is_kind(Toy::integer));
  EXPECT_EQ(choices_.choices.size(), 1u);
  Literal first = is(1), second = is(2);
  EXPECT_FALSE(choices_.choose(first));
  EXPECT_EQ(choices_.choices.size(), 2u);
  EXPECT_TRUE(choices_.choose(second));  // the only one that is left
  EXPECT_EQ(choices_.choose_symbol(p_), 2u);
  EXPECT_EQ(choices_.choices.size(), 2u);
}

// Whatever the input, the conditions of the choices of a run hold for it, and the runs of two
// inputs that choose alike are told apart by no condition.
TEST_F(ChoicesTest, ConditionsHoldForTheirRun) {
  std::set<std::vector<uint64_t>> paths;
  for (uint64_t tag = 0; tag < 4; ++tag) {
    begin(tag);
    std::vector<Literal> clauses = {is(1), is(3), is(1)};
    std::vector<bool> set = choices_.choose_set(clauses);
    EXPECT_EQ(set, (std::vector<bool>{tag == 1, tag == 3, tag == 1}));
    if (is_kind(Toy::integer))
      choices_.choose(skeleton_.integers().less(skeleton_.integer(p_), pool_.bits(4, 3)));
    std::vector<uint64_t> path;
    for (const Choice& c : choices_.choices) {
      EXPECT_TRUE(choices_.inputs().is_true(c.condition));
      path.push_back(c.taken);
    }
    EXPECT_TRUE(paths.insert(path).second);
  }
}

TEST_F(ChoicesTest, SetsOfClausesAreOpen) {
  begin(1);
  std::vector<Literal> clauses = {is(1), is(2)};
  choices_.choose_set(clauses);
  ASSERT_EQ(choices_.choices.size(), 1u);
  EXPECT_TRUE(choices_.choices[0].open);
  EXPECT_EQ(choices_.choices[0].taken, 1u);  // the first clause
  clauses = {is(1), is(2)};
  EXPECT_EQ(choices_.choose_set(clauses), (std::vector<bool>{true, false}));
  EXPECT_EQ(choices_.choices.size(), 1u);
}

// Up to 63 clauses the alternative is the set itself.
TEST_F(ChoicesTest, LargeSetsOfClausesAreToldApart) {
  for (size_t count : {31u, 63u, 64u, 200u}) {
    std::set<AlternativeId> seen;
    for (uint64_t tag = 0; tag < 4; ++tag) {
      begin(tag);
      std::vector<Literal> clauses(count, is(1));
      clauses.back() = is(2);
      clauses[29] = is(3);
      choices_.choose_set(clauses);
      ASSERT_EQ(choices_.choices.size(), 1u);
      AlternativeId taken = choices_.choices[0].taken;
      EXPECT_NE(taken, kAnyOther);
      if (count == 63 && tag == 2) {
        EXPECT_EQ(taken, uint64_t{1} << 62);
      }
      seen.insert(taken);
    }
    EXPECT_EQ(seen.size(), 4u) << count;
  }
}

TEST_F(ChoicesTest, PinnedValuesAreLimitations) {
  begin(0);
  choices_.site = 7;
  choices_.pin(pool_.eq(skeleton_.integer(p_), pool_.bits(4, 0)), 0, "why");
  ASSERT_EQ(choices_.choices.size(), 1u);
  EXPECT_FALSE(choices_.choices[0].flippable);
  EXPECT_EQ(choices_.choices[0].site, 7u);
  EXPECT_EQ(choices_.limitations.size(), 1u);
  choices_.choose_value(pool_.eq(skeleton_.integer(p_), pool_.bits(4, 0)), 0);
  EXPECT_EQ(choices_.choices.size(), 1u);
}

TEST_F(ChoicesTest, OneOfSeveralWaysListsTheOthers) {
  begin(2);
  const ExprId ways[] = {skeleton_.is_symbol(p_, 1), pool_.false_expr(), skeleton_.is_symbol(p_, 2),
                         skeleton_.is_symbol(p_, 3)};
  choices_.choose_one(ways, 2);
  ASSERT_EQ(choices_.choices.size(), 1u);
  const Choice& choice = choices_.choices[0];
  EXPECT_FALSE(choice.open);
  EXPECT_EQ(choice.taken, 2u);
  ASSERT_EQ(choice.others_count, 2u);
  EXPECT_EQ(choices_.alternatives[choice.others_begin].id, 0u);
  EXPECT_EQ(choices_.alternatives[choice.others_begin + 1].id, 3u);
}

TEST_F(ChoicesTest, NoMoreThanTheBound) {
  choices_.begin({}, 1);
  choices_.choose_symbol(p_);
  choices_.choose(skeleton_.integers().less(skeleton_.integer(p_), pool_.bits(4, 3)));
  EXPECT_EQ(choices_.choices.size(), 1u);
  EXPECT_TRUE(choices_.truncated);
}

}  // namespace
}  // namespace cuttle::term
