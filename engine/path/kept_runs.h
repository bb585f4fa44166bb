// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <list>
#include <memory>

#include "engine/path/execution.h"

namespace cuttle {

class KeptRuns;

// A run that open flips refer to. Whoever holds a flip shares it; the last one to go removes it.
class KeptRun {
 public:
  KeptRun(KeptRuns& keeper, std::shared_ptr<const Execution> execution);
  ~KeptRun();
  KeptRun(const KeptRun&) = delete;
  KeptRun& operator=(const KeptRun&) = delete;

  // What the run did; null when it was let go, and the run has to be executed again.
  const std::shared_ptr<const Execution>& execution() const { return execution_; }

 private:
  friend class KeptRuns;

  KeptRuns& keeper_;
  std::shared_ptr<const Execution> execution_;
  uint64_t bytes_ = 0;
  std::list<KeptRun*>::iterator place_;  // in the keeper's list, while there is an execution
};

// The executions of one worker's frontier, as far as they fit into `max_bytes`: a frontier holds
// many more flips than are tried soon, and executions can be large. When they do not fit, those
// that were used longest ago are let go; the latest always stays. Must outlive its runs.
class KeptRuns {
 public:
  explicit KeptRuns(uint64_t max_bytes) : max_bytes_(max_bytes) {}
  KeptRuns(const KeptRuns&) = delete;
  KeptRuns& operator=(const KeptRuns&) = delete;

  std::shared_ptr<KeptRun> keep(std::shared_ptr<const Execution> execution);
  // Gives a run the execution back that was let go.
  void restore(KeptRun& run, std::shared_ptr<const Execution> execution);
  void let_all_go();

  uint64_t bytes() const { return bytes_; }

 private:
  friend class KeptRun;

  void add(KeptRun& run);
  void let_go(KeptRun& run);

  uint64_t max_bytes_;
  uint64_t bytes_ = 0;
  std::list<KeptRun*> runs_;  // those with an execution, the latest last
};

}  // namespace cuttle
