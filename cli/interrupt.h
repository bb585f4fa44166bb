// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <signal.h>

#include <atomic>

namespace cuttle::cli {

// While it lives, the first Ctrl-C (or SIGTERM, SIGHUP) only sets a flag, so that the campaign can
// end in good order; the second one ends the process at once. One at a time.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  const std::atomic<bool>& requested() const;
  int exit_code() const;  // 130 for Ctrl-C, 128 + signal for the others

 private:
  struct sigaction before_[3] = {};
};

}  // namespace cuttle::cli
