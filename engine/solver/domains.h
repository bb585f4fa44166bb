// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/solver/lane_program.h"
#include "engine/solver/layer.h"
#include "engine/solver/ranges.h"

namespace cuttle {

// The values that a variable can have, as far as the constraints on it alone and the ranges of all
// terms tell; the hint's value first, if it is one of them. A superset of what is possible.
struct Domain {
  VarId var = 0;
  std::vector<uint64_t> values;
  bool listed = false;  // otherwise there are too many, or the variable is too wide
};

class Domains {
 public:
  static constexpr uint64_t max_values = 1u << 16;

  // One domain for each variable of the problem, in their order.
  void build(const Problem& problem, ModelEvaluator& evaluator);

  const std::vector<Domain>& all() const { return domains_; }
  const Domain& of(VarId var) const;
  // A variable has no value left, or ranges contradict each other.
  bool is_contradiction() const { return contradiction_; }

 private:
  bool list(const Problem& problem, const Range& range, Domain& domain);
  void collect_alone(const Problem& problem);
  void filter(const Problem& problem, ModelEvaluator& evaluator, std::span<const ExprId> alone,
              Domain& domain);

  Ranges ranges_;
  LaneProgram program_;
  std::vector<Domain> domains_;
  std::vector<std::vector<ExprId>> alone_;  // by domain: constraints on this variable only
  bool contradiction_ = false;
};

// Goes through combinations of values of some domains, in blocks of lanes: through all of them when
// there are at most `limit`, the first domain changing fastest; otherwise through `limit` that are
// drawn at random, always the same ones.
class Odometer {
 public:
  Odometer(std::span<const Domain* const> domains, uint64_t limit);

  // How many there will be, and whether they are all.
  uint64_t size() const { return size_; }
  bool is_complete() const { return !random_; }
  // Fills the variables of the program, which varies exactly those of the domains, with the next
  // combinations. `changed` is for LaneProgram::run(). Returns how many there are, 0 at the end;
  // lanes beyond repeat others.
  size_t next(LaneProgram& program, uint64_t& changed);
  // The combination that was handed out as number `index`, counted from 0.
  void values_at(uint64_t index, std::vector<std::pair<VarId, uint64_t>>& out) const;

 private:
  bool advance(uint64_t& touched);
  size_t next_random(LaneProgram& program, uint64_t& changed);
  uint64_t random_value(uint64_t index, size_t domain) const;

  std::vector<const Domain*> domains_;
  std::vector<size_t> at_;
  uint64_t size_ = 1;
  uint64_t handed_out_ = 0;                 // of random ones
  uint64_t touched_before_ = ~uint64_t{0};  // domains that changed within the last block
  bool random_ = false;
  bool done_ = false;
};

}  // namespace cuttle
