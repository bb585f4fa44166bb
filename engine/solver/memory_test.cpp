// SPDX-License-Identifier: Apache-2.0
// What the chain remembers is bounded, however many queries it answers.
#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <random>
#include <vector>

#include "engine/solver/factory.h"
#include "engine/solver/path_index.h"
#include "engine/solver/reuse_layer.h"

namespace cuttle {
namespace {

constexpr unsigned queries = 100'000;

// What is in use on the heap; 0 where the allocator does not tell.
uint64_t heap_bytes() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

// A few thousand constraints of several kinds. What is made of them never ends.
std::vector<ExprId> constraints(ExprPool& pool, std::mt19937_64& random) {
  std::vector<ExprId> x, result;
  for (unsigned i = 0; i < 12; ++i) {
    x.push_back(pool.variable("x" + std::to_string(i), Sort::bits(8)));
  }
  const auto any = [&] { return x[random() % x.size()]; };
  const auto number = [&](unsigned bits) { return pool.bits(8, random() & ((1u << bits) - 1)); };
  for (unsigned i = 0; i < 1000; ++i) {
    const ExprId mixed = pool.binary(Op::bv_xor, pool.add(any(), number(6)), any());
    result.push_back(pool.binary(Op::bv_slt, any(), any()));
    result.push_back(pool.binary(Op::bv_ult, pool.add(any(), number(6)), number(7)));
    result.push_back(pool.ne(pool.binary(Op::bv_and, mixed, number(5)), number(5)));
    result.push_back(pool.eq(pool.extract(mixed, 3, 4), pool.bits(4, random())));
  }
  return result;
}

struct Growth {
  uint64_t half, whole;  // of the heap, after so many of the queries
};

// Of what a solver remembers, from which `queries` questions are asked.
Growth growth(Solver& solver, ExprPool& pool) {
  std::mt19937_64 random(7);
  const std::vector<ExprId> known = constraints(pool, random);
  const uint64_t before = heap_bytes();
  Growth result{};
  for (unsigned i = 0; i < queries; ++i) {
    std::vector<ExprId> prefix;
    for (unsigned n = 0; n < 3; ++n) prefix.push_back(known[random() % known.size()]);
    solver.check({prefix, known[random() % known.size()], nullptr});
    if (i + 1 == queries / 2) result.half = heap_bytes() - before;
  }
  result.whole = heap_bytes() - before;
  return result;
}

TEST(SolverMemory, StaysBoundedInAHundredThousandQueries) {
  for (bool finite : {false, true}) {
    ExprPool pool;
    constexpr uint64_t limit = 8u << 20;
    const auto solver = make_solver(pool, {.memory_bytes = limit}, {.finite = finite, .z3 = false});
    const Growth heap = growth(*solver, pool);
    if (heap.whole == 0) GTEST_SKIP() << "the allocator does not tell what is in use";
    EXPECT_LT(heap.whole, limit);
    EXPECT_LT(heap.whole, heap.half + limit / 8);
    const char* const busy = finite ? "finite.calls" : "sat.rebuilds";
    EXPECT_GT(solver->statistics().layers.at(busy), 0u) << "the queries are too easy";
  }
}

// Says that any two constraints contradict each other, or that any can hold: there is always more
// to remember.
class EndlessNews : public Layer {
 public:
  EndlessNews() : Layer("news", nullptr) {}
  void solve(Problem& problem, Verdict& out) override {
    if (++calls_ % 2 == 0) {
      out.answer = Answer::unsat;
      out.core = problem.constraints;
      return;
    }
    out.answer = Answer::sat;
    for (VarId v : problem.variables) out.changes.emplace_back(v, Value::bits(8, calls_ & 0xff));
  }

 private:
  uint64_t calls_ = 0;
};

// Growth of the heap while a cache of `bytes` is told so many things.
Growth growth_of_cache(uint64_t bytes) {
  ExprPool pool;
  std::mt19937_64 random(7);
  const std::vector<ExprId> known = constraints(pool, random);
  Literals literals(pool);
  PathIndex path(pool, literals);
  DenseModel hint;
  ModelEvaluator evaluator(pool);
  EndlessNews news;
  ReuseLayer reuse(evaluator, bytes, &news);
  Meter meter;
  Problem problem{.pool = pool, .literals = literals, .path = path, .hint = hint, .meter = meter};
  Verdict verdict;
  const uint64_t before = heap_bytes();
  Growth result{};
  for (unsigned i = 0; i < queries; ++i) {
    verdict.clear();
    problem.constraints.clear();
    for (unsigned n = 0; n < 4; ++n) problem.constraints.push_back(known[random() % known.size()]);
    problem.goals.assign(1, problem.constraints[0]);
    problem.variables.clear();
    for (ExprId e : problem.constraints) {
      for (VarId v : pool.variables_of(e)) problem.variables.push_back(v);
    }
    std::sort(problem.variables.begin(), problem.variables.end());
    reuse.solve(problem, verdict);
    if (i + 1 == queries / 2) result.half = heap_bytes() - before;
  }
  result.whole = heap_bytes() - before;
  return result;
}

TEST(SolverMemory, CachesForgetWhatIsOld) {
  constexpr uint64_t limit = 3u << 20;
  const Growth small = growth_of_cache(limit), large = growth_of_cache(100 * limit);
  if (small.whole == 0) GTEST_SKIP() << "the allocator does not tell what is in use";
  EXPECT_LT(small.whole, 2 * limit);
  EXPECT_GT(large.whole, 4 * limit) << "the limit was never reached";
}

}  // namespace
}  // namespace cuttle
