// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "engine/search/strategy.h"
#include "engine/solver/solver.h"

namespace cuttle {

// Decides how much work the solver may put into a flip. In loops over tables and checksums the
// solver needs SAT for every flip, mostly to find that no input takes it: this must not hold up the
// rest. After several flips of one arm that were laborious and in vain, the next ones get a glance
// only and wait, the more of them the longer this goes on; so N flips cost the labour of about
// the square root of 2 N.
class Labour {
 public:
  Effort effort_for(const Flip& flip) const;
  void learn(const Flip& flip, const Solution& solution);

 private:
  static constexpr uint32_t kFree = 4;  // laborious flips in vain before anything waits
  struct Arm {
    uint32_t in_vain = 0;  // in a row
    uint32_t glances = 0;  // flips to wait before the next one that may take labour
  };
  std::map<std::pair<SiteId, AlternativeId>, Arm> arms_;
};

}  // namespace cuttle
