// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/support/unique_fd.h"
#include "engine/walls/warden/consumption.h"
#include "engine/walls/warden/files.h"
#include "engine/walls/warden/filter.h"
#include "engine/walls/warden/guard.h"
#include "engine/walls/warden/program.h"
#include "engine/walls/warden/watch.h"
#include "engine/walls/wire.h"

namespace cuttle::walls {

// What the warden does inside the walls: starts what the engine wants, reaps, looks at calls, ends
// everything when it is told to or when the engine is gone.
class Duty {
 public:
  // Builds the walls. Throws Trouble.
  Duty(const Packed& plan, uint32_t layers);
  // Says that all is ready; returns when the engine is gone.
  void serve();

 private:
  struct Begun {
    pid_t pid;
    bool server;
    UniqueFd notices;
    bool ended = false;
  };
  void obey(Message& message, std::vector<UniqueFd> fds);
  void start(std::vector<UniqueFd> fds);
  void tell_ends(const std::vector<Guard::End>& ends);
  void renew_files();
  void look_at_consumption();
  void end_runs(const std::string& why);

  const Packed& plan_;
  uint32_t layers_;
  Guard guard_;
  Files files_;
  std::optional<Filter> filter_;
  std::optional<Watch> watch_;
  std::vector<Begun> begun_;
  UniqueFd children_;  // tells of their ends
  Consumption consumption_;
  uint64_t most_memory_ = 0;
  std::chrono::steady_clock::time_point next_look_;
};

}  // namespace cuttle::walls
