// SPDX-License-Identifier: Apache-2.0
// Examples 4 to 7 of "Concolic Testing in CLP".
#include "languages/prolog/constrained/alts.h"

#include <gtest/gtest.h>

#include <set>

#include "engine/solver/factory.h"
#include "languages/prolog/shadow/kinds.h"

namespace cuttle::prolog {
namespace {

using Set = std::vector<bool>;

std::set<Set> sets_of(const Alternatives& alternatives) {
  std::set<Set> out;
  for (const ClauseSet& s : alternatives.sets) out.insert(s.matches);
  EXPECT_EQ(out.size(), alternatives.sets.size());
  EXPECT_EQ(alternatives.undecided, 0u);
  return out;
}

// Terms over a, b and s/1, as deep as two applications of s.
class AltsOfTerms : public testing::Test {
 protected:
  AltsOfTerms() : solver_(make_solver(pool_, {})), skeleton_(pool_) {
    for (const char* name : {"a", "b"}) constants_.push_back(atom_symbol(symbols_.atom(name)));
    const Domain* inner = nullptr;
    for (Domain& domain : domains_) {
      std::vector<Symbol> all = constants_;
      if (inner)
        all.push_back(Symbol::functor(SymbolKind::compound, symbols_.functor("s", 1), {inner}));
      domain = Domain(all, 8, 0);
      inner = &domain;
    }
    w_ = skeleton_.add_root("W", inner);
    is_a_ = skeleton_.is_symbol(w_, static_cast<unsigned>(find_constant(*inner, store_, a())));
    is_s_ = skeleton_.is_symbol(
        w_, static_cast<unsigned>(find_functor(*inner, symbols_.functor("s", 1))));
  }

  Cell a() { return constants_[0].id; }
  Alternatives run(const Set& taken, Calls calls) {
    return alts(pool_, *solver_, pool_.true_expr(), {is_a_, is_s_}, taken, calls);
  }
  // The constraints have the same solutions.
  bool same(ExprId x, ExprId y) {
    for (ExprId both : {pool_.and_(x, pool_.not_(y)), pool_.and_(y, pool_.not_(x))}) {
      if (pool_.is_false(both)) continue;
      if (solver_->check({{}, both, nullptr}).answer != Answer::unsat) return false;
    }
    return true;
  }

  ExprPool pool_;
  std::unique_ptr<Solver> solver_;
  Symbols symbols_;
  Store store_{symbols_, uint64_t{1} << 24};
  Skeleton skeleton_;
  std::vector<Symbol> constants_;
  Domain domains_[3] = {Domain({{}}, 8, 0), Domain({{}}, 8, 0), Domain({{}}, 8, 0)};
  PositionId w_ = 0;
  ExprId is_a_, is_s_;
};

// H1: q(X) where X = a. H2: q(s(M)).
TEST_F(AltsOfTerms, Examples4And6) {
  Alternatives found = run({false, true}, Calls::constrained);
  EXPECT_EQ(sets_of(found), (std::set<Set>{{false, false}, {true, false}, {true, true}}));
  for (const ClauseSet& s : found.sets) {
    ExprId expected = pool_.true_expr();
    if (!s.matches[0]) expected = pool_.and_(expected, pool_.not_(is_a_));
    if (!s.matches[1]) expected = pool_.and_(expected, pool_.not_(is_s_));
    EXPECT_TRUE(same(s.constraint, expected));
  }
}

TEST_F(AltsOfTerms, NoGroundCallMatchesBoth) {
  EXPECT_EQ(sets_of(run({false, true}, Calls::ground)),
            (std::set<Set>{{false, false}, {true, false}}));
}

// Natural numbers. C: X =< 10. H1: Y =< 2. H2: 8 =< Z =< 10. H3: T < 5.
class AltsOfNumbers : public testing::Test {
 protected:
  AltsOfNumbers() : solver_(make_solver(pool_, {})), skeleton_(pool_) {
    domain_.set_bounds(0, 1000);
    ExprId x = skeleton_.integer(skeleton_.add_root("X", &domain_));
    Integers& z = skeleton_.integers();
    known_ = z.less_equal(x, z.constant(10));
    heads_ = {z.less_equal(x, z.constant(2)),
              pool_.and_(z.less_equal(z.constant(8), x), z.less_equal(x, z.constant(10))),
              z.less(x, z.constant(5))};
  }

  ExprPool pool_;
  std::unique_ptr<Solver> solver_;
  Skeleton skeleton_;
  Domain domain_{{Symbol::integer(SymbolKind::integer)}, 16, 0};
  ExprId known_;
  std::vector<ExprId> heads_;
};

TEST_F(AltsOfNumbers, Examples5And7) {
  auto found =
      sets_of(alts(pool_, *solver_, known_, heads_, {true, false, false}, Calls::constrained));
  // With H1 and H2 but not H3, X would have to be below 2 and at least 5.
  EXPECT_FALSE(found.contains({true, true, false}));
  EXPECT_TRUE(found.contains({true, false, true}));
  EXPECT_EQ(found, (std::set<Set>{{false, false, false},
                                  {false, false, true},
                                  {false, true, false},
                                  {false, true, true},
                                  {true, false, true},
                                  {true, true, true}}));
}

TEST_F(AltsOfNumbers, GroundCallsMatchLess) {
  EXPECT_EQ(sets_of(alts(pool_, *solver_, known_, heads_, {true, false, true}, Calls::ground)),
            (std::set<Set>{{false, false, false}, {false, false, true}, {false, true, false}}));
}

// Twelve facts with different constants: every subset is the set of some constrained call, but only
// thirteen are sets of ground calls, found with fourteen questions.
TEST(Alts, NeedsNoPowerSet) {
  ExprPool pool;
  auto solver = make_solver(pool, {});
  Symbols symbols;
  std::vector<Symbol> constants;
  for (int i = 0; i < 13; ++i)
    constants.push_back(atom_symbol(symbols.atom("c" + std::to_string(i))));
  Domain domain(constants, 8, 0);
  Skeleton skeleton(pool);
  PositionId p = skeleton.add_root("X", &domain);
  std::vector<ExprId> heads;
  for (unsigned i = 0; i < 12; ++i) heads.push_back(skeleton.is_symbol(p, i));
  Alternatives found = alts(pool, *solver, pool.true_expr(), heads, Set(12, true), Calls::ground);
  EXPECT_EQ(sets_of(found).size(), 13u);
  EXPECT_LE(solver->statistics().queries, 14u);
}

}  // namespace
}  // namespace cuttle::prolog
