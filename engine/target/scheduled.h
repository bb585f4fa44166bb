// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cuttle {

// An ability of a TargetFactory whose programs may have threads that obey a schedule.
class Scheduled {
 public:
  virtual ~Scheduled() = default;
  // Then what is left to try depends on all that was tried before.
  virtual bool obeys_schedules() const = 0;
};

}  // namespace cuttle
