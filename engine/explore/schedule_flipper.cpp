// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/schedule_flipper.h"

namespace cuttle {

Attempt ScheduleFlipper::attempt(Flip& flip, const Execution& parent) {
  Attempt attempt;
  attempt.result = Attempt::Result::test;
  attempt.expected = prediction_of(flip, parent);
  attempt.test.inputs = parent.inputs;
  attempt.test.schedule = schedule_before(parent, flip.index);
  std::vector<uint32_t>& steps = attempt.test.schedule.steps;
  steps.push_back(static_cast<uint32_t>(attempt.expected.wanted));
  for (const PathStep& step : attempt.expected.then)
    if (step.kind == ChoiceKind::race) steps.push_back(static_cast<uint32_t>(step.alternative));
  return attempt;
}

}  // namespace cuttle
