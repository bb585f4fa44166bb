// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/explore/flipper.h"

namespace cuttle {

// Flips a race: the threads of the prefix in their order, then another one, with the inputs of the
// prefix. What comes after that is up to the target's scheduler.
class ScheduleFlipper final : public Flipper {
 public:
  Attempt attempt(Flip& flip, const Execution& parent) override;
};

}  // namespace cuttle
