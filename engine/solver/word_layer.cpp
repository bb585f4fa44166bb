// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/word_layer.h"

#include <algorithm>

#include "engine/solver/byte_sets.h"
#include "engine/solver/linear_system.h"
#include "engine/solver/order.h"
#include "engine/solver/ranges.h"
#include "engine/solver/repair.h"
#include "engine/solver/xor_system.h"

namespace cuttle {

namespace {

// Evaluation steps below which an answer is not worth a place in the caches.
constexpr uint64_t cheap_steps = 2'000;

}  // namespace

WordLayer::WordLayer(ExprPool& pool, Literals& literals, ModelEvaluator& evaluator, Layer* next)
    : Layer("word", next), evaluator_(evaluator) {
  add("bytes", std::make_unique<ByteSets>());
  add("order", std::make_unique<Order>());
  add("repair", std::make_unique<Repair>(pool, literals));
  add("ranges", std::make_unique<Ranges>());
  add("linear", std::make_unique<LinearSystem>(pool, literals));
  add("xor", std::make_unique<XorSystem>());
}

void WordLayer::add(const std::string& name, std::unique_ptr<WordStep> step) {
  methods_.push_back({std::move(step), counter(name + "_sat"), counter(name + "_unsat")});
}

void WordLayer::solve(Problem& problem, Verdict& out) {
  WordContext context{problem, out, evaluator_};
  const uint64_t steps = evaluator_.steps();
  for (Method& method : methods_) {
    if (problem.meter.late()) break;
    if (!method.step->solve(context)) continue;
    ++(out.answer == Answer::sat ? method.sat : method.unsat);
    out.is_near = true;
    out.is_cheap = evaluator_.steps() - steps < cheap_steps;
    return;
  }
  out.clear();
  pass_on(problem, out);
}

}  // namespace cuttle
