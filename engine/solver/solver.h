// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "engine/expr/assignment.h"
#include "engine/expr/pool.h"

namespace cuttle {

enum class Answer : uint8_t { sat, unsat, unknown };

// How much work to put into a query before it is put off. Measured in steps, not in time, so that
// the answers stay the same.
enum class Effort : uint8_t {
  glance,  // neither SAT nor Z3
  brief,   // a little of both
  full,    // until the time-out: never put off
};

// Is there an assignment under which all of `prefix` and `goal` hold? In a campaign `prefix` is the
// path up to the flipped choice, in order, and `goal` the flipped condition; `hint` is the input of
// the run that is being flipped, under which all of `prefix` holds (and `goal` does not).
struct Query {
  std::span<const ExprId> prefix;
  ExprId goal;
  const Assignment* hint = nullptr;  // may be null
  // Values that a variable should rather take than others when it must change; may be null.
  const Assignment* preferred = nullptr;
  Effort effort = Effort::full;
  // What is left of the campaign's time, when that may be less than the time-out; 0: it is not.
  double seconds_left = 0;

  // The time-out for this query.
  double seconds(double timeout) const {
    return seconds_left > 0 && seconds_left < timeout ? seconds_left : timeout;
  }
};

// For Answer::sat, `model` satisfies prefix and goal: it is the hint, changed only where needed.
// Every solver evaluates its models before it hands them out.
struct Solution {
  Answer answer = Answer::unknown;
  Assignment model;
  std::string why;         // for unknown: "timeout", "memory", ...
  bool put_off = false;    // unknown because more work was needed than asked for; counted apart
  bool laborious = false;  // SAT or Z3 was at work
};

// Counters of the summary ("solver" of the JSON). `layers` holds what each layer of a chain counts
// about itself, under "layer.counter".
struct SolverStatistics {
  uint64_t queries = 0;
  uint64_t sat = 0;
  uint64_t unsat = 0;
  uint64_t unknown = 0;
  uint64_t fast_unsat = 0;
  uint64_t cache_hits = 0;
  double seconds = 0;
  std::map<std::string, uint64_t> layers;

  void count(Answer answer, double seconds_taken);  // one more query
  SolverStatistics& operator+=(const SolverStatistics& other);
};

struct SolverLimits {
  double timeout_seconds = 10;         // per query, always honoured
  uint64_t memory_bytes = 2ull << 30;  // what caches and instances may hold
};

// Decides queries over one ExprPool. Deterministic: the same sequence of queries gives the same
// answers. Not thread-safe: each worker owns one.
class Solver {
 public:
  virtual ~Solver() = default;
  virtual Solution check(const Query& query) = 0;
  virtual const SolverStatistics& statistics() const = 0;
};

}  // namespace cuttle
