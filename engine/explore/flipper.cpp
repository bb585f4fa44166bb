// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/flipper.h"

namespace cuttle {

Prediction prediction_of(const Flip& flip, const Execution& parent) {
  Prediction prediction{&parent, flip.index, flip.alternative, {}};
  if (!flip.then) return prediction;
  prediction.wanted = flip.then->front().alternative;
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

TestCase test_of(const Execution& run) {
  return {run.inputs, schedule_before(run, run.choices.size())};
}

}  // namespace cuttle
