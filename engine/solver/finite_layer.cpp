// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/finite_layer.h"

#include <algorithm>

namespace cuttle {

namespace {

// In operations on blocks of lanes, of which a millisecond has about ten thousand.
constexpr uint64_t max_work = 1u << 16;
constexpr uint64_t max_allowance = 1u << 19;
constexpr uint64_t reward = 1u << 13;
constexpr uint64_t retry_after = 64;

}  // namespace

FiniteLayer::FiniteLayer(ModelEvaluator& evaluator, Layer* next)
    : Layer("finite", next), evaluator_(evaluator), allowance_(max_allowance) {}

// The allowance is what may be wasted on attempts in vain; successes raise it.
uint64_t FiniteLayer::limit() {
  if (allowance_ >= reward) return std::min(allowance_, max_work);
  return ++skipped_ % retry_after == 0 ? reward : 0;
}

void FiniteLayer::learn(Answer answer) {
  allowance_ = answer == Answer::unknown ? allowance_ - std::min(allowance_, search_.work())
                                         : std::min(allowance_ + reward, max_allowance);
}

void FiniteLayer::solve(Problem& problem, Verdict& out) {
  const uint64_t work = FiniteSearch::is_applicable(problem) ? limit() : 0;
  if (work == 0) return pass_on(problem, out);
  ++calls_;
  const Answer answer = search_.solve(problem, evaluator_, work);
  learn(answer);
  if (answer == Answer::unknown) return pass_on(problem, out);
  if (answer == Answer::unsat) {
    ++unsat_;
    out.answer = Answer::unsat;
    out.core = search_.core();
    return;
  }
  ++sat_;
  WordContext context{problem, out, evaluator_};
  WordChanges changes;
  for (size_t i = 0; i < search_.variables().size(); ++i) {
    changes.emplace_back(search_.variables()[i], search_.values()[i]);
  }
  answer_sat(context, changes);
}

}  // namespace cuttle
