// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "engine/explore/equipment.h"
#include "engine/explore/flipper.h"
#include "engine/explore/labour.h"
#include "engine/explore/variety.h"

namespace cuttle {

// Flips what a condition decides: asks the solver for inputs that take the prefix and then another
// alternative, in the order of threads of the prefix.
class InputFlipper final : public Flipper {
 public:
  // `seconds_left`: of the campaign's time; 0: there is no limit.
  InputFlipper(Equipment& equipment, Variety& variety, std::function<double()> seconds_left,
               Conditions conditions_of = {})
      : equipment_(equipment),
        variety_(variety),
        seconds_left_(std::move(seconds_left)),
        conditions_of_(std::move(conditions_of)) {}

  // For open choices, flip.excluded has the conditions that are not wanted.
  Attempt attempt(Flip& flip, const Execution& parent) override;

 private:
  ExprId goal_of(const Flip& flip, const Execution& parent);
  Attempt attempt(Flip& flip, const Execution& parent, ExprId goal);

  Equipment& equipment_;
  Variety& variety_;
  std::function<double()> seconds_left_;
  Conditions conditions_of_;
  Labour labour_;
};

}  // namespace cuttle
