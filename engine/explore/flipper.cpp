// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/flipper.h"

namespace cuttle {

AlternativeId first_step(const Flip& flip) {
  return flip.then ? flip.then->front().alternative : flip.alternative;
}

Prediction prediction_of(const Flip& flip, const Execution& parent) {
  Prediction prediction{&parent, flip.index, first_step(flip), {}};
  if (!flip.then) return prediction;
  prediction.then.assign(flip.then->begin() + 1, flip.then->end());
  return prediction;
}

Schedule schedule_before(const Execution& run, size_t choices) {
  Schedule schedule;
  for (size_t i = 0; i < choices; ++i)
    if (run.choices[i].kind == ChoiceKind::race)
      schedule.steps.push_back(static_cast<uint32_t>(run.choices[i].taken));
  return schedule;
}

Schedule schedule_for(const Prediction& prediction) {
  Schedule schedule = schedule_before(*prediction.parent, prediction.prefix);
  const auto add = [&](ChoiceKind kind, AlternativeId thread) {
    if (kind == ChoiceKind::race) schedule.steps.push_back(static_cast<uint32_t>(thread));
  };
  add(prediction.parent->choices[prediction.prefix].kind, prediction.wanted);
  for (const PathStep& step : prediction.then) add(step.kind, step.alternative);
  return schedule;
}

Schedule schedule_for(const Prediction& prediction, const Flip& flip) {
  Schedule schedule = schedule_for(prediction);
  if (flip.plan == nullptr) return schedule;
  schedule.asleep = flip.plan->asleep;
  if (flip.continuation == nullptr) return schedule;
  for (const PathStep& step : flip.continuation->way)
    if (step.kind == ChoiceKind::race)
      schedule.steps.push_back(static_cast<uint32_t>(step.alternative));
  schedule.asleep = flip.continuation->asleep;
  return schedule;
}

TestCase test_of(const Execution& run) {
  return {run.inputs, schedule_before(run, run.choices.size())};
}

}  // namespace cuttle
