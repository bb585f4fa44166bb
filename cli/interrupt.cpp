// SPDX-License-Identifier: Apache-2.0
#include "cli/interrupt.h"

#include <unistd.h>

namespace cuttle::cli {
namespace {

constexpr int signals[] = {SIGINT, SIGTERM, SIGHUP};

// A signal handler has no other way to say anything.
std::atomic<bool> stop{false};
std::atomic<int> received{0};

void on_signal(int number) {
  if (stop.exchange(true)) _exit(128 + number);
  received.store(number);
  static constexpr char message[] = "\ncuttle: stopping (once more to stop at once)\n";
  if (isatty(STDERR_FILENO)) (void)!write(STDERR_FILENO, message, sizeof message - 1);
}

}  // namespace

Interrupt::Interrupt() {
  stop.store(false);
  received.store(0);
  struct sigaction action = {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < 3; ++i) {
    sigaction(signals[i], nullptr, &before_[i]);
    // Who started us may have asked for silence (nohup): leave that as it is.
    if (before_[i].sa_handler != SIG_IGN) sigaction(signals[i], &action, nullptr);
  }
}

Interrupt::~Interrupt() {
  for (int i = 0; i < 3; ++i) sigaction(signals[i], &before_[i], nullptr);
}

const std::atomic<bool>& Interrupt::requested() const {
  return stop;
}

int Interrupt::exit_code() const {
  return 128 + received.load();
}

}  // namespace cuttle::cli
