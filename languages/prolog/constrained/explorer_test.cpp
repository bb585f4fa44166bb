// SPDX-License-Identifier: Apache-2.0
// Examples 3 and 8 of "Concolic Testing in CLP".
#include "languages/prolog/constrained/explorer.h"

#include <gtest/gtest.h>

#include "engine/solver/factory.h"
#include "languages/prolog/program/compiler.h"

namespace cuttle::prolog {
namespace {

using Trace = std::vector<unsigned>;
using Traces = std::vector<Trace>;

// p(X) :- X = a.   p(s(Y)) :- q(Y).   q(W) :- W = a.
class Example3 : public testing::Test {
 protected:
  Example3()
      : interpreter_(nullptr, nullptr, uint64_t{1} << 30),
        store_(interpreter_.store),
        solver_(make_solver(pool_, {})),
        skeleton_(pool_),
        shadow_(store_, skeleton_) {
    Symbols& symbols = interpreter_.symbols;
    p_ = symbols.functor("p", 1);
    q_ = symbols.functor("q", 1);
    s_ = symbols.functor("s", 1);
    a_ = atom_cell(symbols.atom("a"));
    Cell x = store_.new_var(), y = store_.new_var(), w = store_.new_var();
    add(1, p_, x, equals(x, a_));
    add(2, p_, make(s_, y), make(q_, y));
    add(3, q_, w, equals(w, a_));
    const Domain* inner = nullptr;
    for (Domain& domain : domains_) {
      std::vector<Symbol> all = {atom_symbol(atom_of(a_)), atom_symbol(symbols.atom("b"))};
      if (inner) all.push_back(Symbol::functor(SymbolKind::compound, s_, {inner}));
      domain = Domain(all, 8, 0);
      inner = &domain;
    }
    root_ = skeleton_.add_root("N", inner);
    shadow_.begin({}, 1000);
  }

  Cell make(FunctorId f, Cell arg) { return store_.compound(f, {&arg, 1}); }
  Cell equals(Cell a, Cell b) {
    Cell pair[2] = {a, b};
    return store_.compound(interpreter_.symbols.equals, pair);
  }
  void add(unsigned label, FunctorId f, Cell arg, Cell body) {
    Predicate* p = interpreter_.program.define(atoms::user, f);
    Cell pair[2] = {make(f, arg), body};
    Cell rule = store_.compound(interpreter_.symbols.functor(":-", 2), pair);
    auto clause = compile_clause(interpreter_.program, p, pair[0], body, atoms::user);
    clause->label = label;
    clause->source = FlatTerm::copy(store_, rule);
    p->append(clause.get());
    p->owned.push_back(std::move(clause));
  }
  // Other work takes the heap between one case and the next.
  std::vector<ConstrainedCase> run(ExprId first) {
    ConstrainedExplorer explorer(interpreter_, shadow_, *solver_, make(p_, shadow_.input(root_)),
                                 atoms::user, {first, {}, {}});
    std::vector<ConstrainedCase> cases;
    while (explorer.has_next()) {
      store_.reset();
      cases.push_back(explorer.next());
    }
    return cases;
  }
  ExprId is(PositionId p, Cell constant) {
    return skeleton_.is_symbol(
        p, static_cast<unsigned>(find_constant(skeleton_.domain(p), store_, constant)));
  }

  ExprPool pool_;
  Interpreter interpreter_;
  Store& store_;
  std::unique_ptr<Solver> solver_;
  Skeleton skeleton_;
  Shadow shadow_;
  FunctorId p_, q_, s_;
  Cell a_;
  Domain domains_[3] = {Domain({{}}, 8, 0), Domain({{}}, 8, 0), Domain({{}}, 8, 0)};
  PositionId root_ = 0;
};

TEST_F(Example3, FollowsTheTraceOfThePaper) {
  auto s = static_cast<unsigned>(find_functor(skeleton_.domain(root_), s_));
  ExprId first = pool_.and_(skeleton_.is_symbol(root_, s), is(skeleton_.child(root_, s, 0), a_));
  std::vector<ConstrainedCase> cases = run(first);
  ASSERT_FALSE(cases.empty());
  EXPECT_EQ(cases[0].traces, (Traces{{2, 3}}));
  EXPECT_EQ(cases[0].answers, 1u);
}

TEST_F(Example3, Example8HasFiveConstrainedTestCases) {
  std::vector<ConstrainedCase> cases = run(is(root_, a_));
  ASSERT_EQ(cases.size(), 5u);
  std::multiset<Traces> traces;
  for (const ConstrainedCase& c : cases) {
    traces.insert(c.traces);
    EXPECT_TRUE(c.incomplete.empty());
  }
  EXPECT_EQ(traces, (std::multiset<Traces>{{{1}},          // N = a
                                           {{1}, {2, 3}},  // any N
                                           {{2, 3}},       // N \= a
                                           {{}},           // N \= a, N \= s(_)
                                           {{2}}}));       // N = s(Y), Y \= a
}

}  // namespace
}  // namespace cuttle::prolog
