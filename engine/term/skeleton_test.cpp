// SPDX-License-Identifier: Apache-2.0
// Conditions on positions against the terms themselves, for all inputs.
#include "engine/term/skeleton.h"

#include <gtest/gtest.h>

#include <set>

#include "engine/term/test_terms.h"

namespace cuttle::term {
namespace {

const std::map<std::u32string, uint64_t> names = {{U"a", 0}, {U"b", 1}, {U"", 2}};

// Two inputs over these domains.
struct World {
  World(const Domain& dp, const Domain& dq)
      : p(skeleton.add_root("p", &dp)), q(skeleton.add_root("q", &dq)) {}

  // `check` sees each pair of terms. The conditions were made before, so all variables are there.
  void for_all_terms(const std::function<void(const Term&, const Term&)>& check) {
    std::vector<VarId> variables(pool.variable_count());
    for (VarId v = 0; v < variables.size(); ++v) variables[v] = v;
    Assignment given;
    for_all(pool, variables, given, [&] {
      inputs.begin(given);
      check(term_at(skeleton, inputs, p, names), term_at(skeleton, inputs, q, names));
    });
  }

  ExprPool pool;
  Skeleton skeleton{pool};
  Inputs inputs{skeleton};
  PositionId p, q;
};

// Atoms a and b, integers of one bit, and tuples and lists of these.
struct Towers {
  Domain atoms{{Symbol::constant(Toy::atom, 0), Symbol::constant(Toy::atom, 1)}, 1, 0};
  Domain leaf{{Symbol::constant(Toy::atom, 0), Symbol::integer(Toy::integer)}, 1, 0};
  Domain term{
      {Symbol::constant(Toy::atom, 1), Symbol::constant(Toy::nil, 0), Symbol::integer(Toy::integer),
       Symbol::functor(Toy::tuple, 1, {&leaf}), Symbol::functor(Toy::cell, 0, {&atoms, &atoms})},
      1,
      0};
};

TEST(Skeleton, EqualTermsOfOneDomain) {
  Towers towers;
  World world(towers.term, towers.term);
  ExprId equal = world.skeleton.equal(world.p, world.q);
  unsigned same = 0;
  world.for_all_terms([&](const Term& p, const Term& q) {
    same += p == q;
    ASSERT_EQ(world.inputs.is_true(equal), p == q);
  });
  EXPECT_GT(same, 0u);
}

TEST(Skeleton, EqualTermsOfTwoDomains) {
  Towers towers;
  Domain other({Symbol::integer(Toy::integer), Symbol::constant(Toy::atom, 0),
                Symbol::constant(Toy::atom, 1), Symbol::functor(Toy::tuple, 1, {&towers.atoms})},
               3, 0);
  other.set_bounds(-1, 1);
  World world(towers.term, other);
  ExprId equal = world.skeleton.equal(world.p, world.q);
  world.for_all_terms(
      [&](const Term& p, const Term& q) { ASSERT_EQ(world.inputs.is_true(equal), p == q); });
}

TEST(Skeleton, OrderOfTerms) {
  Towers towers;
  World world(towers.term, towers.term);
  ExprId first = before(world.skeleton, ToyOrder(), world.p, world.q);
  world.for_all_terms([&](const Term& p, const Term& q) {
    ASSERT_EQ(world.inputs.is_true(first), compare(p, q) < 0);
  });
}

TEST(Skeleton, OrderOfIntegersAndFloats) {
  class FloatsFirst : public ToyOrder {
    bool floats_first() const override { return true; }
  };
  Domain integers({Symbol::integer(Toy::integer)}, 3, 0),
      floats({Symbol::floating(Toy::floating)}, 3, 0);
  World world(floats, integers);
  ExprId first = before(world.skeleton, ToyOrder(), world.p, world.q);
  ExprId standard = before(world.skeleton, FloatsFirst(), world.p, world.q);
  VarId x = world.pool.var_of(world.pool.find_variable("p:float")->expr);
  VarId n = world.pool.var_of(world.pool.find_variable("q:int")->expr);
  for (double value : {-4.0, -0.25, 0.5, 1.0, 3.0}) {
    for (int integer = -4; integer < 4; ++integer) {
      Assignment given;
      given.set(x, Value::float64(value));
      given.set(n, world.skeleton.encode_integer(world.q, integer));
      world.inputs.begin(given);
      ASSERT_EQ(world.inputs.float_at(world.p), value);
      ASSERT_EQ(world.inputs.integer_at(world.q), integer);
      EXPECT_EQ(world.inputs.is_true(first), value < integer) << value << " " << integer;
      EXPECT_EQ(world.inputs.is_true(standard), value <= integer) << value << " " << integer;
    }
  }
}

TEST(Skeleton, RangesOfSymbols) {
  Towers towers;
  World world(towers.term, towers.term);
  for (unsigned first = 0; first <= towers.term.size(); ++first) {
    for (unsigned last = first; last <= towers.term.size(); ++last) {
      ExprId inside = world.skeleton.is_between(world.p, first, last);
      for (uint64_t tag = 0; tag < 8; ++tag) {
        Assignment given;
        given.set(world.pool.var_of(world.skeleton.tag(world.p)), Value::bits(3, tag));
        world.inputs.begin(given);
        unsigned s = world.inputs.symbol_at(world.p);
        ASSERT_EQ(world.inputs.is_true(inside), first <= s && s < last) << first << last << tag;
      }
    }
  }
}

// Integers beyond a machine word, bounded and not.
TEST(Skeleton, LargeIntegers) {
  mpz_class large = mpz_class(1) << 100;
  Domain wide({Symbol::integer(Toy::integer)}, 200, 0);
  Domain near = wide;
  near.set_bounds(large - 3, large + 2);
  World world(near, wide);
  ExprId equal = world.skeleton.equal(world.p, world.q);
  for (int i = -3; i <= 2; ++i) {
    Assignment given;
    VarId p = world.pool.var_of(world.pool.find_variable("p:int")->expr);
    VarId q = world.pool.var_of(world.pool.find_variable("q:int")->expr);
    given.set(p, world.skeleton.encode_integer(world.p, large + i));
    given.set(q, world.skeleton.encode_integer(world.q, large));
    world.inputs.begin(given);
    EXPECT_EQ(world.inputs.integer_at(world.p), large + i);
    EXPECT_EQ(world.inputs.is_true(equal), i == 0);
  }
  EXPECT_EQ(world.skeleton.encode_integer(world.p, 0).as_unsigned(), 0);     // the nearest
  EXPECT_EQ(world.skeleton.encode_integer(world.p, large * 2).low64(), 5u);  // likewise
}

// Short texts, which may spell the atoms that other symbols are.
struct Words {
  Words() {
    some.set_texts({0, 1, U'a', U'c'});
    longer.set_texts({1, 2, U'b', U'c'});
  }
  Domain known{{Toy::named(0, U"a"), Toy::named(1, U"b"), Toy::named(2, U"")}, 2, 0};
  Domain some{
      {Toy::named(1, U"b"), Symbol::any_text(Toy::atom), Symbol::constant(Toy::nil, 0)}, 2, 0};
  Domain longer{{Toy::named(0, U"a"), Symbol::any_text(Toy::atom)}, 2, 0};
};

TEST(Skeleton, UnknownTextsAreTheConstantsThatTheySpell) {
  Words words;
  for (const Domain* dp : {&words.some, &words.longer, &words.known}) {
    for (const Domain* dq : {&words.some, &words.longer, &words.known}) {
      World world(*dp, *dq);
      ExprId equal = world.skeleton.equal(world.p, world.q);
      std::vector<ExprId> is;
      for (unsigned s = 0; s < dp->size(); ++s) is.push_back(world.skeleton.is_symbol(world.p, s));
      world.for_all_terms([&](const Term& p, const Term& q) {
        ASSERT_EQ(world.inputs.is_true(equal), p == q);
        for (unsigned s = 0; s < is.size(); ++s)
          ASSERT_EQ(world.inputs.is_true(is[s]), world.inputs.symbol_at(world.p) == s);
      });
    }
  }
}

TEST(Skeleton, LengthsAndCodesOfTexts) {
  Words words;
  World world(words.some, words.known);
  ExprId length = world.skeleton.length_of_text(world.p, Toy::atom);
  ExprId code = world.skeleton.code_of_text(world.p, Toy::atom, 1, 0);
  std::set<std::u32string> seen;
  world.for_all_terms([&](const Term& p, const Term&) {
    if (p.kind != Toy::atom) return;
    std::u32string text = p.text;
    for (const auto& [name, id] : names) {
      if (p.text.empty() && id == p.id) text = name;
    }
    ASSERT_EQ(world.inputs.evaluate(length), text.size());
    if (text.size() == 1) {
      ASSERT_EQ(world.inputs.evaluate(code), text[0]);
    }
    seen.insert(text);
  });
  EXPECT_EQ(seen, (std::set<std::u32string>{U"", U"a", U"b", U"c"}));
}

TEST(Skeleton, ChildrenComeOnFirstUse) {
  Towers towers;
  Domain pair({Symbol::functor(Toy::tuple, 2, {&towers.leaf, &towers.leaf}),
               Symbol::functor(Toy::cell, 0, {&towers.leaf, &towers.atoms})},
              2, 0);
  ExprPool pool;
  Skeleton skeleton(pool);
  PositionId p = skeleton.add_root("x", &pair);
  EXPECT_EQ(skeleton.size(), 1u);
  PositionId first = skeleton.child(p, 0, 0);
  EXPECT_EQ(skeleton.child(p, 1, 0), first);  // one position for what ranges over the same
  PositionId second = skeleton.child(p, 0, 1), other = skeleton.child(p, 1, 1);
  EXPECT_NE(second, other);
  EXPECT_EQ(skeleton.name(first), "x.1");
  EXPECT_EQ(skeleton.name(second), "x.2");
  EXPECT_EQ(skeleton.name(other), "x.2~2");
  EXPECT_EQ(skeleton.size(), 4u);
  EXPECT_EQ(pool.variable_count(), 0u);
  VarId tag = pool.var_of(skeleton.tag(other));
  EXPECT_EQ(skeleton.owner(tag)->position, other);
  EXPECT_EQ(skeleton.owner(tag)->role, Skeleton::Role::tag);
  EXPECT_EQ(skeleton.owner(tag + 1), nullptr);
}

}  // namespace
}  // namespace cuttle::term
