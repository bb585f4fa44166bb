// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bench/solver/sequences.h"

namespace cuttle::bench {

// What one solver did with a sequence, or with as much of it as its time allowed.
struct Replay {
  std::vector<Answer> answers;
  std::vector<double> seconds;  // per query, wall clock; empty when only the sum is known
  double total_seconds = 0;     // processor time
  bool available = true;

  size_t size() const { return answers.size(); }
  double per_second() const { return total_seconds > 0 ? double(size()) / total_seconds : 0; }
};

// The first `count` queries by our chain; the best of several times, each with a new solver.
Replay replay_chain(const Sequence& sequence, ExprPool& pool, size_t count, unsigned times,
                    SolverStatistics* statistics = nullptr);
// One new Z3 solver object per query, or one for all with push and pop.
Replay replay_z3(const Sequence& sequence, ExprPool& pool, bool incremental, double max_seconds);
// The program cvc5 in incremental mode; the time to start it does not count.
Replay replay_cvc5(const Sequence& sequence, ExprPool& pool, double max_seconds);

}  // namespace cuttle::bench
