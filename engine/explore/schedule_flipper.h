// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/explore/equipment.h"
#include "engine/explore/flipper.h"

namespace cuttle {

// Flips a race: the threads of the prefix in their order, then another one, with the inputs of the
// prefix. What comes after that is up to the target's scheduler. Inputs change only where steps of
// another run are part of the way, and found something else in that run.
class ScheduleFlipper final : public Flipper {
 public:
  ScheduleFlipper(Equipment& equipment, Conditions conditions_of,
                  std::function<double()> seconds_left)
      : equipment_(equipment),
        conditions_of_(std::move(conditions_of)),
        seconds_left_(std::move(seconds_left)) {}

  Attempt attempt(Flip& flip, const Execution& parent) override;

 private:
  Equipment& equipment_;
  Conditions conditions_of_;
  std::function<double()> seconds_left_;
};

}  // namespace cuttle
