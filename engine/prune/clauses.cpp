// SPDX-License-Identifier: Apache-2.0
#include "engine/prune/clauses.h"

#include <algorithm>

#include "engine/prune/literals.h"
#include "engine/prune/substitute.h"

namespace cuttle {
namespace {

constexpr unsigned kRounds = 20;          // of simplification
constexpr size_t kMostConjunctions = 16;  // that one disjunction is split into

bool contains(const Clause& big, const Clause& small) {
  return std::includes(big.begin(), big.end(), small.begin(), small.end());
}

void sort_clause(Clause& clause) {
  std::sort(clause.begin(), clause.end());
  clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
}

}  // namespace

// (A && B) || C is (A || C) && (B || C); A || B is two literals.
void Clauses::add(ClauseSet& set, Clause literals) {
  std::vector<Clause> waiting{std::move(literals)};
  size_t split = 0;
  while (!waiting.empty()) {
    Clause clause = std::move(waiting.back());
    waiting.pop_back();
    bool again = false;
    for (size_t i = 0; i < clause.size() && !again; ++i) {
      const ExprId e = clause[i];
      if (pool_.op(e) == Op::or_) {
        clause[i] = pool_.arg(e, 0);
        clause.push_back(pool_.arg(e, 1));
        again = true;
      } else if (pool_.op(e) == Op::and_ && split < kMostConjunctions) {
        ++split;
        Clause other = clause;
        clause[i] = pool_.arg(e, 0);
        other[i] = pool_.arg(e, 1);
        waiting.push_back(std::move(other));
        again = true;
      }
    }
    if (again)
      waiting.push_back(std::move(clause));
    else if (tidy(clause))
      set.push_back(std::move(clause));
  }
}

bool Clauses::tidy(Clause& clause) {
  std::erase_if(clause, [&](ExprId e) { return pool_.is_false(e); });
  sort_clause(clause);
  for (ExprId e : clause)
    if (pool_.is_true(e) || std::binary_search(clause.begin(), clause.end(), pool_.not_(e)))
      return false;
  return absorb(clause) && forget_bound(clause);
}

// A literal that implies another one adds nothing; one whose negation implies another one makes the
// clause hold anyway.
bool Clauses::absorb(Clause& clause) {
  for (size_t i = 0; i < clause.size(); ++i) {
    for (size_t j = 0; j < clause.size(); ++j) {
      if (i == j) continue;
      if (cuttle::surely_implies(pool_, pool_.not_(clause[i]), clause[j])) return false;
      if (!cuttle::surely_implies(pool_, clause[i], clause[j])) continue;
      clause.erase(clause.begin() + static_cast<std::ptrdiff_t>(i--));
      break;
    }
  }
  return true;
}

bool Clauses::mentions_cells(ExprId e) {
  for (VarId v : pool_.variables_of(e))
    if (variables_.kind(v) != StateVariables::Kind::any) return true;
  return false;
}

// Literals about bound variables alone, which no other literal mentions, say nothing about the
// state: either one of them always holds, or they may all fail.
bool Clauses::forget_bound(Clause& clause) {
  std::vector<VarId> shared;
  Clause free, bound;
  for (ExprId e : clause) {
    (mentions_cells(e) ? free : bound).push_back(e);
    if (free.empty() || free.back() != e) continue;
    for (VarId v : pool_.variables_of(e)) shared.push_back(v);
  }
  // What is connected with the state by a variable stays.
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < bound.size(); ++i) {
      const auto variables = pool_.variables_of(bound[i]);
      const bool linked = std::any_of(variables.begin(), variables.end(), [&](VarId v) {
        return std::find(shared.begin(), shared.end(), v) != shared.end();
      });
      if (!linked) continue;
      shared.insert(shared.end(), variables.begin(), variables.end());
      free.push_back(bound[i]);
      bound.erase(bound.begin() + static_cast<std::ptrdiff_t>(i--));
      changed = true;
    }
  }
  if (bound.empty()) return true;
  ExprId all_fail = pool_.true_expr();
  for (ExprId e : bound) all_fail = pool_.and_(all_fail, pool_.not_(e));
  const auto [known, fresh] = possible_known_.try_emplace(all_fail.index, false);
  if (fresh) known->second = possible_(all_fail);
  if (!known->second) return false;
  clause = std::move(free);
  sort_clause(clause);
  return true;
}

void Clauses::simplify(ClauseSet& set) {
  for (unsigned round = 0; round < kRounds; ++round) {
    std::sort(set.begin(), set.end(), [](const Clause& a, const Clause& b) {
      return a.size() != b.size() ? a.size() < b.size() : a < b;
    });
    set.erase(std::unique(set.begin(), set.end()), set.end());
    if (!set.empty() && set.front().empty()) {
      set.assign(1, {});
      return;
    }
    drop_subsumed(set);
    if (!propagate(set) && !resolve(set)) return;
  }
}

// Conditions that must hold decide others. Sorted by size: units come first.
bool Clauses::propagate(ClauseSet& set) {
  bool changed = false;
  for (size_t u = 0; u < set.size() && set[u].size() == 1; ++u) {
    const Clause unit = set[u];
    const ExprId no = pool_.not_(unit[0]);
    for (size_t i = 0; i < set.size(); ++i) {
      if (i == u) continue;
      Clause& clause = set[i];
      const size_t before = clause.size();
      bool holds = false;
      std::erase_if(clause, [&](ExprId e) {
        holds = holds || cuttle::surely_implies(pool_, unit[0], e);
        return cuttle::surely_implies(pool_, unit[0], pool_.not_(e)) || e == no;
      });
      if (holds) {
        clause.assign(1, pool_.true_expr());
      }
      changed = changed || holds || clause.size() != before;
    }
    changed = substitute(set, unit) || changed;
  }
  if (!changed) return false;
  ClauseSet rest;
  for (Clause& clause : set) add(rest, std::move(clause));
  set = std::move(rest);
  return true;
}

// x == 3 turns x into 3 everywhere else.
bool Clauses::substitute(ClauseSet& set, const Clause& unit) {
  const Pinned pinned = pinned_by(pool_, unit[0]);
  if (!pinned.variable) return false;
  const VarId v = pool_.var_of(pinned.variable);
  if (variables_.kind(v) != StateVariables::Kind::cell) return false;
  Substitution replace(pool_, [&](VarId w) { return w == v ? pinned.constant : ExprId{}; });
  bool changed = false;
  for (Clause& clause : set) {
    if (clause == unit) continue;
    for (ExprId& e : clause) {
      const auto variables = pool_.variables_of(e);
      if (!std::binary_search(variables.begin(), variables.end(), v)) continue;
      e = replace(e);
      changed = true;
    }
  }
  return changed;
}

// {a, rest...} and {not a, rest'...} with rest' among rest: the first one needs no a.
bool Clauses::resolve(ClauseSet& set) {
  bool changed = false;
  for (Clause& clause : set) {
    for (size_t i = 0; i < clause.size(); ++i) {
      const ExprId no = pool_.not_(clause[i]);
      Clause other = clause;
      other[i] = no;
      std::sort(other.begin(), other.end());
      const bool found = std::any_of(set.begin(), set.end(), [&](const Clause& c) {
        return c.size() <= other.size() && std::binary_search(c.begin(), c.end(), no) &&
               contains(other, c);
      });
      if (!found) continue;
      clause.erase(clause.begin() + static_cast<std::ptrdiff_t>(i--));
      changed = true;
    }
  }
  return changed;
}

void Clauses::drop_subsumed(ClauseSet& set) {
  ClauseSet kept;
  for (Clause& clause : set) {
    const bool subsumed = std::any_of(kept.begin(), kept.end(),
                                      [&](const Clause& small) { return contains(clause, small); });
    if (!subsumed) kept.push_back(std::move(clause));
  }
  set = std::move(kept);
}

bool Clauses::surely_implies(const ClauseSet& a, const ClauseSet& b) {
  return std::all_of(b.begin(), b.end(), [&](const Clause& weak) {
    return std::any_of(a.begin(), a.end(),
                       [&](const Clause& strong) { return contains(weak, strong); });
  });
}

}  // namespace cuttle
