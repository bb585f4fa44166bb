// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/support/result.h"
#include "engine/support/unique_fd.h"
#include "engine/trace/format.h"
#include "languages/c/target/same_processor.h"

namespace cuttle {

// The instrumented program, started once and stopped before main; each run is a fork of it. The
// program finds the trace and its control socket on fixed descriptors (engine/trace/format.h).
//
// The process has its own session, so that neither signals from our terminal nor its own to "the
// whole group" cross over. Its stderr is read while it runs and its end is kept; stdout is dropped.
class ForkServer {
 public:
  struct Options {
    std::filesystem::path program;
    std::vector<std::string> arguments;  // without [0]
    std::vector<std::pair<std::string, std::string>> environment;
    int trace_fd = -1;
    double start_seconds = 30;  // from the start to main
  };
  struct Ending {
    enum class How { ended, timed_out, server_died };
    How how = How::ended;
    int wait_status = 0;
  };

  // Fails with what the program said when it does not get as far as main.
  static Result<std::unique_ptr<ForkServer>> start(const Options& options);
  ~ForkServer();
  ForkServer(const ForkServer&) = delete;
  ForkServer& operator=(const ForkServer&) = delete;

  // One run, killed after `seconds` of CPU time, after three times as many when it sleeps, and
  // after ten times as many in any case; `persistent` when it may go on in the process of the one
  // before. After server_died the object is of no more use.
  Ending run(double seconds, bool persistent);
  // The last bytes that the program wrote to stderr since the last run began.
  const std::string& said() const { return said_; }

 private:
  ForkServer(pid_t pid, UniqueFd control, UniqueFd complaints)
      : pid_(pid), control_(std::move(control)), complaints_(std::move(complaints)) {}

  enum class Wait { message, timeout, closed };
  Wait receive(CuttleMessage& message, double seconds);
  void drain();
  void reap();

  pid_t pid_;
  UniqueFd control_;
  UniqueFd complaints_;
  std::string said_;
  pid_t group_ = 0;  // of the last process that said so
  SameProcessor processor_;
};

}  // namespace cuttle
