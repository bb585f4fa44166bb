// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/word_layer.h"

#include <algorithm>

#include "engine/solver/byte_sets.h"
#include "engine/solver/order.h"
#include "engine/solver/repair.h"

namespace cuttle {

WordLayer::WordLayer(ExprPool& pool, Literals& literals, ModelEvaluator& evaluator, Layer* next)
    : Layer("word", next), evaluator_(evaluator) {
  add("bytes", std::make_unique<ByteSets>());
  add("order", std::make_unique<Order>());
  add("repair", std::make_unique<Repair>(pool, literals));
}

void WordLayer::add(const std::string& name, std::unique_ptr<WordStep> step) {
  methods_.push_back({std::move(step), counter(name + "_sat"), counter(name + "_unsat")});
}

void WordLayer::solve(Problem& problem, Verdict& out) {
  WordContext context{problem, out, evaluator_};
  for (Method& method : methods_) {
    if (!method.step->solve(context)) continue;
    ++(out.answer == Answer::sat ? method.sat : method.unsat);
    return;
  }
  out.clear();
  pass_on(problem, out);
}

}  // namespace cuttle
