// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "engine/solver/meter.h"
#include "engine/solver/solver.h"

namespace CaDiCaL {
class Solver;
}

namespace cuttle {

// A literal in the manner of DIMACS: a variable's number, negative when negated.
using Lit = int;

// One incremental CaDiCaL. Variable 1 is true. Answers depend on what was asked before, but on
// nothing else: work is limited in conflicts, and the deadline is only the emergency brake.
//
// Clauses are reported to a meter. Once it is late no more are taken: the instance is then spoilt,
// decides nothing any more, and must be thrown away.
class SatInstance {
 public:
  enum class Style {
    quick,     // many small queries: no inprocessing, no bookkeeping
    thorough,  // one hard query: everything CaDiCaL has
  };
  explicit SatInstance(Style style);
  ~SatInstance();
  SatInstance(const SatInstance&) = delete;
  SatInstance& operator=(const SatInstance&) = delete;

  static constexpr Lit true_lit = 1;

  Lit new_variable() { return ++variables_; }
  int variables() const { return variables_; }
  uint64_t clauses() const { return clauses_; }

  void add(std::span<const Lit> clause);
  void report_to(Meter* meter) { meter_ = meter; }
  // What it takes to make the clauses.
  void spend(uint64_t steps) {
    if (meter_ != nullptr && !meter_->spend(steps)) spoilt_ = true;
  }
  bool is_spoilt() const { return spoilt_; }

  // The way a variable is decided first.
  void prefer(Lit lit);

  // Unknown when the conflicts or the time are used up.
  Answer solve(std::span<const Lit> assumptions, int max_conflicts, Meter& meter);
  bool timed_out() const { return timed_out_; }

  bool value(Lit lit);   // after sat
  bool failed(Lit lit);  // after unsat: was this assumption needed?

 private:
  std::unique_ptr<CaDiCaL::Solver> cadical_;
  int variables_ = 0;
  uint64_t clauses_ = 0;
  Meter* meter_ = nullptr;
  bool spoilt_ = false;
  bool timed_out_ = false;
};

}  // namespace cuttle
