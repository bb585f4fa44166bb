// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include <array>
#include <string>
#include <vector>

#include "engine/expr/evaluator.h"
#include "engine/expr/pool.h"

namespace {

using namespace cuttle;

// The conditions of a run that parses `count` input bytes: comparisons of extended bytes, a number
// gathered digit by digit, and a checksum. Returns the number of operations asked for.
size_t parse_run(ExprPool& pool, const std::vector<ExprId>& bytes, std::vector<ExprId>& path) {
  size_t made = 0;
  ExprId number = pool.bits(32, 0), sum = pool.bits(32, 0);
  for (ExprId byte : bytes) {
    ExprId wide = pool.sext(byte, 32);
    ExprId digit = pool.add(wide, pool.bits(32, static_cast<uint64_t>(-48)));
    path.push_back(pool.binary(Op::bv_slt, wide, pool.bits(32, 48)));
    path.push_back(pool.binary(Op::bv_sle, wide, pool.bits(32, 57)));
    path.push_back(pool.eq(wide, pool.bits(32, '-')));
    number = pool.add(pool.binary(Op::bv_mul, number, pool.bits(32, 10)), digit);
    sum = pool.binary(Op::bv_xor, sum, pool.zext(byte, 32));
    made += 9;
  }
  path.push_back(pool.eq(number, pool.bits(32, 4711)));
  path.push_back(pool.eq(sum, pool.bits(32, 17)));
  return made + 2;
}

std::vector<ExprId> input_bytes(ExprPool& pool, int count) {
  std::vector<ExprId> bytes;
  for (int i = 0; i < count; ++i) {
    bytes.push_back(pool.variable("in[" + std::to_string(i) + "]", Sort::bits(8), "char"));
  }
  return bytes;
}

// The second and every later run of a path: all expressions exist.
void make_known(benchmark::State& state) {
  ExprPool pool;
  std::vector<ExprId> bytes = input_bytes(pool, 32), path;
  size_t made = 0;
  for (auto _ : state) {
    path.clear();
    made += parse_run(pool, bytes, path);
    benchmark::DoNotOptimize(path.data());
  }
  state.SetItemsProcessed(static_cast<int64_t>(made));
}
BENCHMARK(make_known);

// The first run: all expressions are new.
void make_new(benchmark::State& state) {
  size_t made = 0;
  for (auto _ : state) {
    state.PauseTiming();
    auto pool = std::make_unique<ExprPool>();
    std::vector<ExprId> bytes = input_bytes(*pool, 512), path;
    state.ResumeTiming();
    made += parse_run(*pool, bytes, path);
    state.PauseTiming();
    pool.reset();
    state.ResumeTiming();
  }
  state.SetItemsProcessed(static_cast<int64_t>(made));
}
BENCHMARK(make_new);

// One operation that is there already: the lower limit of any import.
void make_known_operation(benchmark::State& state) {
  ExprPool pool;
  std::vector<ExprId> x;
  for (int i = 0; i < 64; ++i) x.push_back(pool.variable("x" + std::to_string(i), Sort::bits(32)));
  int64_t made = 0;
  for (auto _ : state) {
    for (size_t i = 0; i + 1 < x.size(); ++i) {
      benchmark::DoNotOptimize(pool.binary(Op::bv_mul, x[i], x[i + 1]));
    }
    made += 63;
  }
  state.SetItemsProcessed(made);
}
BENCHMARK(make_known_operation);

// Four bytes of a variable, stored and loaded again: rewritten every time.
void rewrite_bytes(benchmark::State& state) {
  ExprPool pool;
  ExprId x = pool.variable("x", Sort::bits(32));
  int64_t made = 0;
  for (auto _ : state) {
    ExprId word = pool.extract(x, 0, 8);
    for (unsigned i = 1; i < 4; ++i) word = pool.concat(pool.extract(x, 8 * i, 8), word);
    benchmark::DoNotOptimize(word);
    made += 7;
  }
  state.SetItemsProcessed(made);
}
BENCHMARK(rewrite_bytes);

void small_constant(benchmark::State& state) {
  ExprPool pool;
  uint64_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(pool.bits(32, i++ & 255));
  state.SetItemsProcessed(static_cast<int64_t>(i));
}
BENCHMARK(small_constant);

// Checking a model against a path.
void evaluate_path(benchmark::State& state) {
  ExprPool pool;
  std::vector<ExprId> bytes = input_bytes(pool, 32), path;
  size_t operations = parse_run(pool, bytes, path), evaluated = 0;
  Assignment model;
  for (ExprId byte : bytes) model.set(pool.var_of(byte), Value::bits(8, '7'));
  for (auto _ : state) {
    Evaluator evaluator(pool, model);
    for (ExprId condition : path) benchmark::DoNotOptimize(evaluator.is_true(condition));
    evaluated += operations;
  }
  state.SetItemsProcessed(static_cast<int64_t>(evaluated));
}
BENCHMARK(evaluate_path);

void variables_of_path(benchmark::State& state) {
  ExprPool pool;
  std::vector<ExprId> bytes = input_bytes(pool, 32), path;
  parse_run(pool, bytes, path);
  int64_t asked = 0;
  for (auto _ : state) {
    for (ExprId condition : path) benchmark::DoNotOptimize(pool.variables_of(condition).size());
    asked += static_cast<int64_t>(path.size());
  }
  state.SetItemsProcessed(asked);
}
BENCHMARK(variables_of_path);

}  // namespace

BENCHMARK_MAIN();
