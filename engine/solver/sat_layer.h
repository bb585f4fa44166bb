// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "engine/solver/blaster.h"
#include "engine/solver/layer.h"
#include "engine/solver/literals.h"

namespace cuttle {

// Bit-vectors as circuits in CaDiCaL, in two manners. `together`: one persistent instance, each
// node is translated once, constraints are assumptions, and what was learnt in one query helps in
// the next. `alone`: a new instance for each query, with all of CaDiCaL's machinery. A query that
// exceeds the budget of conflicts is passed on.
class SatLayer : public Layer {
 public:
  enum class Manner { together, alone };
  SatLayer(Manner manner, Layer* next)
      : Layer(manner == Manner::together ? "sat" : "sat_alone", next), manner_(manner) {}
  void solve(Problem& problem, Verdict& out) override;

 private:
  struct Instance {
    Instance(const ExprPool& pool, SatInstance::Style style) : sat(style), blaster(pool, sat) {}
    SatInstance sat;
    BitBlaster blaster;
  };

  // Conflicts of one attempt, fewer in a large instance: conflicts times clauses are at most `work`
  // (0: however large it is).
  struct Limit {
    int conflicts;
    uint64_t work;
    int conflicts_with(const SatInstance& sat) const;
  };

  void prepare(const Problem& problem);
  void count_waste(const Problem& problem);
  bool assume(Instance& instance, Problem& problem, Verdict& out);
  void prefer_hint(Instance& instance, const Problem& problem);
  void read_model(Instance& instance, const Problem& problem, Verdict& out);
  void read_core(Instance& instance, const Problem& problem, Verdict& out);
  bool attempt(Instance& instance, Problem& problem, Limit limit, Verdict& out);

  Manner manner_;
  std::unique_ptr<Instance> instance_;
  std::vector<Lit> literals_;  // of the constraints
  std::vector<Lit> assumptions_;
  uint64_t waste_ = 0;  // variables that were assigned without need, summed over queries
  uint64_t& calls_ = counter("calls");
  uint64_t& sat_ = counter("sat");
  uint64_t& unsat_ = counter("unsat");
  uint64_t& rebuilds_ = counter("rebuilds");
};

}  // namespace cuttle
