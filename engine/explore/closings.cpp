// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/closings.h"

#include <iterator>

namespace cuttle {

void Closings::add(std::vector<PathTree::Closing> closings) {
  if (closings.empty()) return;
  std::lock_guard lock(mutex_);
  std::move(closings.begin(), closings.end(), std::back_inserter(waiting_));
  any_.store(true, std::memory_order_release);
}

void Closings::tell(Advisor& advisor) {
  while (any_.load(std::memory_order_acquire)) {
    // Who comes while somebody tells leaves it to him: he looks again.
    std::unique_lock telling(telling_, std::try_to_lock);
    if (!telling) return;
    std::vector<PathTree::Closing> closings;
    {
      std::lock_guard lock(mutex_);
      closings.swap(waiting_);
      any_.store(false, std::memory_order_relaxed);
    }
    advisor.closed(closings);
  }
}

}  // namespace cuttle
