// SPDX-License-Identifier: Apache-2.0
#include "bench/solver/explorer.h"

#include <cstdio>
#include <cstdlib>

namespace cuttle::bench {

ExprId Run::input(const std::string& name, unsigned width) {
  const ExprId e = pool_.variable(name, Sort::bits(width));
  if (!inputs_.has(pool_.var_of(e))) inputs_.set(pool_.var_of(e), Value::bits(width, 0));
  return e;
}

bool Run::decide(ExprId condition) {
  const bool taken = evaluator_.is_true(condition);
  if (!pool_.is_constant(condition)) path_.push_back(taken ? condition : pool_.not_(condition));
  return taken;
}

Sequence explore_depth_first(const std::string& name, const Program& program, ExprPool& pool,
                             Solver& solver, size_t max_queries) {
  Sequence sequence{.name = name};
  std::vector<ExprId> path;
  std::vector<bool> done;
  Assignment inputs;
  while (true) {
    Run run(pool, inputs);
    program(run);
    ++sequence.paths;
    for (size_t i = 0; i < path.size(); ++i) {
      if (i < run.path().size() && run.path()[i] == path[i]) continue;
      std::fprintf(stderr, "%s: a run left its predicted path\n", name.c_str());
      std::exit(1);
    }
    path = run.path();
    done.resize(path.size(), false);
    inputs = run.inputs();
    // Flip the last choice that can be flipped.
    bool found = false;
    while (!path.empty() && !found) {
      const ExprId last = path.back();
      path.pop_back();
      const bool tried = done.back();
      done.pop_back();
      if (tried) continue;
      if (sequence.queries.size() == max_queries) return sequence;
      RecordedQuery query{path, pool.not_(last), true, inputs, Answer::unknown};
      const Solution solution = solver.check(query.query());
      query.answer = solution.answer;
      sequence.queries.push_back(std::move(query));
      if (solution.answer != Answer::sat) continue;
      path.push_back(pool.not_(last));
      done.push_back(true);
      inputs = solution.model;
      found = true;
    }
    if (!found) {
      sequence.exhausted = true;
      return sequence;
    }
  }
}

}  // namespace cuttle::bench
