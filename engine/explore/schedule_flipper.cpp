// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/schedule_flipper.h"

namespace cuttle {

Attempt ScheduleFlipper::attempt(Flip& flip, const Execution& parent) {
  Attempt attempt;
  attempt.result = Attempt::Result::test;
  attempt.expected = prediction_of(flip, parent);
  attempt.test.inputs = parent.inputs;
  attempt.test.schedule = schedule_for(attempt.expected);
  return attempt;
}

}  // namespace cuttle
