// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/labour.h"

namespace cuttle {

Effort Labour::effort_for(const Flip& flip) const {
  if (flip.waited > 0) return flip.waited == 1 ? Effort::brief : Effort::full;
  const auto arm = arms_.find({flip.site, flip.alternative});
  const bool waits = arm != arms_.end() && arm->second.glances > 0;
  return waits ? Effort::glance : Effort::brief;
}

void Labour::learn(const Flip& flip, const Solution& solution) {
  if (!solution.laborious && !solution.put_off) return;
  Arm& arm = arms_[{flip.site, flip.alternative}];
  if (!solution.laborious) {
    if (arm.glances > 0) --arm.glances;
  } else if (solution.answer == Answer::sat) {
    arm = {};
  } else {
    ++arm.in_vain;
    if (arm.in_vain > kFree) arm.glances = arm.in_vain - kFree;
  }
}

}  // namespace cuttle
