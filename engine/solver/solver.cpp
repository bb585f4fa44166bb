// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/solver.h"

namespace cuttle {

void SolverStatistics::count(Answer answer, double seconds_taken) {
  ++queries;
  ++(answer == Answer::sat ? sat : answer == Answer::unsat ? unsat : unknown);
  seconds += seconds_taken;
}

SolverStatistics& SolverStatistics::operator+=(const SolverStatistics& other) {
  queries += other.queries;
  sat += other.sat;
  unsat += other.unsat;
  unknown += other.unknown;
  fast_unsat += other.fast_unsat;
  cache_hits += other.cache_hits;
  seconds += other.seconds;
  for (const auto& [name, count] : other.layers) layers[name] += count;
  return *this;
}

}  // namespace cuttle
