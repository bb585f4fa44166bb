// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <mutex>
#include <vector>

#include "engine/path/advisor.h"

namespace cuttle {

// Nodes of the path tree that were closed, on their way to the advisor: in the order of closing,
// told by one worker at a time and without any other lock.
class Closings {
 public:
  void add(std::vector<PathTree::Closing> closings);
  // Cheap when there is nothing to tell.
  void tell(Advisor& advisor);

 private:
  std::mutex mutex_;
  std::vector<PathTree::Closing> waiting_;
  std::atomic<bool> any_{false};
  std::mutex telling_;
};

}  // namespace cuttle
