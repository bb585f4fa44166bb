// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/support/result.h"
#include "engine/support/subprocess.h"
#include "engine/walls/warden.h"

namespace cuttle {

// Where programs run that nobody traces, one after the other: like run_command, but inside walls.
// Each run finds private folders as they were, and all that it started ends with it. For one
// thread.
class Cell {
 public:
  // The walls are built with the first run.
  explicit Cell(Warden::Options options) : options_(std::move(options)) {}

  // Fails when it cannot be started, or when there are no walls to be had. `bytes`: what all
  // processes of the run may occupy together; 0: no limit.
  Result<CommandResult> run(const Command& command, uint64_t bytes = 0);
  // What was refused since the last call.
  std::vector<Attempt> take_attempts();
  const Walls& walls() const { return options_.walls; }

 private:
  Result<void> open();
  void tidy();

  Warden::Options options_;
  std::unique_ptr<Warden> warden_;
};

}  // namespace cuttle
