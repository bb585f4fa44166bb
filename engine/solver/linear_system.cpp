// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/linear_system.h"

#include <algorithm>
#include <bit>

#include "engine/expr/bits.h"
#include "engine/solver/linear_terms.h"

namespace cuttle {

namespace {

unsigned twos(uint64_t value) {
  return static_cast<unsigned>(std::countr_zero(value));
}

}  // namespace

// Adds factor * e. False when there are too many terms or unknowns.
bool LinearSystem::linear(const ExprPool& pool, ExprId e, uint64_t factor, Equation& out) {
  LinearTerms sum;
  if (!sum.add(pool, e, factor, budget_)) return false;
  out.constant += sum.constant;
  for (const auto& [term, multiple] : sum.terms) {
    const auto found = std::find(unknowns_.begin(), unknowns_.end(), term);
    const size_t at = static_cast<size_t>(found - unknowns_.begin());
    if (at == unknowns_.size()) {
      if (at == max_unknowns) return false;
      unknowns_.push_back(term);
    }
    if (out.coefficients.size() <= at) out.coefficients.resize(at + 1);
    out.coefficients[at] += multiple;
  }
  return true;
}

bool LinearSystem::collect(const Problem& problem, unsigned width) {
  unknowns_.clear();
  equations_.clear();
  budget_ = max_terms;
  for (ExprId e : problem.constraints) {
    const LiteralInfo& info = problem.literals.info(e);
    if (info.relation != Relation::eq || problem.pool.sort(info.a) != Sort::bits(width)) continue;
    Equation equation;
    if (!linear(problem.pool, info.a, 1, equation)) continue;
    if (!linear(problem.pool, info.b, ~uint64_t{0}, equation)) continue;
    equations_.push_back(std::move(equation));
  }
  for (Equation& equation : equations_) equation.coefficients.resize(unknowns_.size());
  return !equations_.empty();
}

// Brings the equations into steps: each gets a pivot that the later ones do not contain.
bool LinearSystem::eliminate(uint64_t mask) {
  pivots_.assign(equations_.size(), max_unknowns);
  for (size_t row = 0; row < equations_.size(); ++row) {
    Equation& equation = equations_[row];
    unsigned least = 64;
    for (size_t i = 0; i < unknowns_.size(); ++i) {
      equation.coefficients[i] &= mask;
      if (equation.coefficients[i] && twos(equation.coefficients[i]) < least) {
        least = twos(equation.coefficients[i]);
        pivots_[row] = i;
      }
    }
    equation.constant &= mask;
    // What the left side cannot add up to: the coefficients have more factors two.
    if (equation.constant != 0 && twos(equation.constant) < least) return false;
    if (pivots_[row] == max_unknowns) continue;
    const size_t pivot = pivots_[row];
    const uint64_t inverse = odd_inverse(equation.coefficients[pivot] >> least);
    for (size_t other = row + 1; other < equations_.size(); ++other) {
      Equation& target = equations_[other];
      const uint64_t coefficient = target.coefficients[pivot] & mask;
      if (coefficient == 0) continue;
      if (twos(coefficient) < least) {
        // The other one has the better pivot.
        std::swap(equation, target);
        pivots_[row] = max_unknowns;
        --row;  // once more, with the pivot of fewer twos
        break;
      }
      const uint64_t factor = (coefficient >> least) * inverse;
      for (size_t i = 0; i < unknowns_.size(); ++i) {
        target.coefficients[i] -= factor * equation.coefficients[i];
      }
      target.constant -= factor * equation.constant;
    }
  }
  return true;
}

// Values from the last equation to the first; what has no pivot stays as it is.
bool LinearSystem::try_solution(WordContext& context, uint64_t mask) {
  ModelEvaluator& evaluator = context.evaluator;
  evaluator.begin(context.problem.hint);
  std::vector<uint64_t> values;
  for (ExprId e : unknowns_) values.push_back(evaluator.narrow(e));
  const std::vector<uint64_t> old = values;
  for (size_t row = equations_.size(); row-- > 0;) {
    const size_t pivot = pivots_[row];
    if (pivot == max_unknowns) continue;
    const Equation& equation = equations_[row];
    uint64_t rest = equation.constant;
    for (size_t i = 0; i < unknowns_.size(); ++i) {
      if (i != pivot) rest += equation.coefficients[i] * values[i];
    }
    rest = -rest & mask;
    const unsigned shift = twos(equation.coefficients[pivot]);
    if (rest != 0 && twos(rest) < shift) return false;
    const uint64_t low = mask >> shift;
    const uint64_t solved =
        (rest >> shift) * odd_inverse(equation.coefficients[pivot] >> shift) & low;
    values[pivot] = (values[pivot] & mask & ~low) | solved;
  }
  WordChanges changes;
  for (size_t i = 0; i < unknowns_.size(); ++i) {
    if (values[i] == old[i]) continue;
    const bool reached = inverse_.reach(unknowns_[i], values[i], evaluator, changes);
    if (!context.problem.meter.spend(inverse_.visits()) || !reached) return false;
  }
  if (!satisfied(context, changes)) return false;
  answer_sat(context, changes);
  return true;
}

bool LinearSystem::solve(WordContext& context) {
  const Problem& problem = context.problem;
  uint64_t widths = 0;  // that equalities have, as bits 1 to 64 of a set, shifted by one
  for (ExprId e : problem.constraints) {
    const LiteralInfo& info = problem.literals.info(e);
    if (info.relation != Relation::eq) continue;
    const Sort sort = problem.pool.sort(info.a);
    if (sort.is_bits() && sort.width <= 64) widths |= uint64_t{1} << (sort.width - 1);
  }
  for (; widths != 0; widths &= widths - 1) {
    const unsigned width = twos(widths) + 1;
    if (!collect(problem, width)) continue;
    problem.meter.spend(equations_.size() * unknowns_.size() + max_terms - budget_);
    if (!eliminate(low_mask(width))) {
      context.out.answer = Answer::unsat;
      return true;
    }
    if (try_solution(context, low_mask(width))) return true;
  }
  return false;
}

}  // namespace cuttle
