// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/solver/child_process.h"
#include "engine/solver/solver.h"
#include "engine/solver/wire.h"

namespace cuttle {

// Z3 in a process of its own: the time-out holds whatever Z3 does, because the process is killed
// when it is late. It starts with the first question and again after a death.
class Z3Backend {
 public:
  Z3Backend(ExprPool& pool, uint64_t memory_bytes)
      : encoder_(pool), pool_(pool), memory_bytes_(memory_bytes) {}

  struct Reply {
    Answer answer = Answer::unknown;
    std::vector<std::pair<VarId, Value>> values;  // for sat; others may have any value
    std::string why;                              // for unknown
  };
  // `work` is in Z3's own units, 0: no limit; beyond it the answer is unknown, "hard".
  Reply solve(std::span<const ExprId> constraints, double timeout_seconds, unsigned work = 0);

  uint64_t restarts() const { return restarts_; }

 private:
  bool ensure_running();
  Reply decode(std::span<const uint8_t> message);
  Reply give_up(ChildProcess::Status status);

  ExprEncoder encoder_;
  ExprPool& pool_;
  uint64_t memory_bytes_;
  ChildProcess child_;
  uint64_t restarts_ = 0;
};

}  // namespace cuttle
