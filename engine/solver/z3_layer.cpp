// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/z3_layer.h"

#include <algorithm>

namespace cuttle {

namespace {

constexpr unsigned brief_work = 50'000;  // some hundredths of a second

}  // namespace

void Z3Layer::solve(Problem& problem, Verdict& out) {
  if (!may_labour(problem, out)) return;
  const bool brief = problem.effort == Effort::brief;
  ++calls_;
  Z3Backend::Reply reply =
      backend_.solve(problem.constraints, std::max(0.0, seconds_until(problem.meter.deadline())),
                     brief ? brief_work : 0);
  starts_ = backend_.restarts();
  out.answer = reply.answer;
  out.why = std::move(reply.why);
  out.changes.clear();
  out.put_off = brief && out.answer == Answer::unknown && out.why == "hard";
  if (out.answer == Answer::unknown && !out.put_off) ++unknown_;
  for (auto& [var, value] : reply.values) {
    if (!std::binary_search(problem.variables.begin(), problem.variables.end(), var)) continue;
    if (problem.hint.value(problem.pool, var) == value) continue;
    out.changes.emplace_back(var, std::move(value));
  }
  std::sort(out.changes.begin(), out.changes.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
}

}  // namespace cuttle
