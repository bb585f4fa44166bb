// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <string>

#include "engine/explore/config.h"
#include "engine/path/execution.h"

namespace cuttle {

// Orders of threads by chance, where there are too many to try all: --schedule random, pct or pos.
// Any worker may call anything.
class Tries {
 public:
  explicit Tries(const Config& config);

  // Is there anything to be tried by chance? Not before a run with threads came.
  bool is_sampling() const { return policy_ != SchedulePolicy::Kind::stay && steps_ > 0; }
  // How the next run chooses its threads; nothing when there were enough.
  std::optional<SchedulePolicy> next();
  void learn(const Execution& run);
  // What a run of this campaign finds with which probability, for people; empty when nothing is
  // known of it.
  std::string promise() const;

 private:
  const Config& config_;
  const SchedulePolicy::Kind policy_;
  std::atomic<uint64_t> made_{0};
  std::atomic<uint32_t> threads_{0}, steps_{0};  // of the largest run
};

}  // namespace cuttle
