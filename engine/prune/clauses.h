// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "engine/target/steps.h"

namespace cuttle {

// A disjunction of conditions over cells, ascending, without repetitions. Variables of kind `any`
// are bound by the clause: it holds when it holds for all their values.
using Clause = std::vector<ExprId>;

// A conjunction of clauses: an interpolant. No clauses: true. One empty clause: false.
//
//   {{s <= 0}, {locked == 0, flag == 1}}   means   s <= 0 && (locked == 0 || flag == 1)
using ClauseSet = std::vector<Clause>;
using SharedClauses = std::shared_ptr<const ClauseSet>;

inline bool is_false(const ClauseSet& set) {
  return set.size() == 1 && set.front().empty();
}

// Makes clauses and keeps sets of them small. All that it does keeps the meaning (or makes a set
// stronger, where said so).
class Clauses {
 public:
  // Is there a value for the bound variables under which this holds? True when nobody knows.
  using Possible = std::function<bool(ExprId condition)>;
  Clauses(StateVariables& variables, Possible possible)
      : variables_(variables), pool_(variables.pool()), possible_(std::move(possible)) {}

  // Adds `literals`, a disjunction, to the set: split into clauses where it contains conjunctions,
  // dropped where it holds anyway.
  void add(ClauseSet& set, Clause literals);
  // Tautologies, equalities, unit propagation, self-subsuming resolution, subsumption.
  void simplify(ClauseSet& set);
  // Does every state that satisfies `a` satisfy `b`, by looking only?
  static bool surely_implies(const ClauseSet& a, const ClauseSet& b);

 private:
  bool tidy(Clause& clause);  // false: it holds anyway
  bool absorb(Clause& clause);
  bool forget_bound(Clause& clause);
  bool mentions_cells(ExprId e);
  bool propagate(ClauseSet& set);
  bool substitute(ClauseSet& set, const Clause& unit);
  bool resolve(ClauseSet& set);
  void drop_subsumed(ClauseSet& set);

  StateVariables& variables_;
  ExprPool& pool_;
  Possible possible_;
  std::unordered_map<uint32_t, bool> possible_known_;
};

}  // namespace cuttle
