// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unordered_map>
#include <vector>

#include "engine/term/float_bounds.h"
#include "engine/term/literal.h"

namespace cuttle::term {

// What the choices of a run have told about its inputs. Inputs are fixed for the run, so knowledge
// only grows, also where a language goes back.
class Knowledge {
 public:
  explicit Knowledge(Skeleton& skeleton) : skeleton_(skeleton), pool_(skeleton.pool()) {}
  void clear();

  int symbol_at(PositionId p) { return known(p).symbol; }  // -1: not known
  bool is_excluded(PositionId p, unsigned symbol) { return known(p).excluded[symbol]; }
  void learn_symbol(PositionId p, unsigned symbol);
  void learn_not(PositionId p, unsigned symbol);
  void learn(const Condition& c);

  // That an expression holds, or not; what is known about the bounds of floats decides others.
  void decide(ExprId e, bool holds);
  const bool* decided(ExprId e);  // null: not known
  bool was_decided(ExprId e) const { return decided_.contains(e); }

  // Drops what is known to hold; marks it impossible when something is known not to hold.
  void reduce(Literal& literal);

 private:
  struct Known {
    int symbol = -1;
    unsigned excluded_count = 0;
    std::vector<bool> excluded;
  };
  Known& known(PositionId p);

  Skeleton& skeleton_;
  ExprPool& pool_;
  std::unordered_map<PositionId, Known> known_;
  std::unordered_map<ExprId, bool> decided_;
  FloatBounds bounds_;
};

}  // namespace cuttle::term
