// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "engine/support/deadline.h"

namespace cuttle {

// A forked child of ours that answers messages and can be killed at any moment, whatever it does.
// It holds none of our other descriptors, dies with us, and cannot allocate more than its limit.
class ChildProcess {
 public:
  // Runs in the child with its end of the channel; when it returns, the child exits.
  using Body = std::function<void(int channel)>;
  enum class Status { ok, timeout, died };

  ChildProcess() = default;
  ~ChildProcess() { kill(); }
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  bool start(const Body& body, uint64_t memory_bytes);
  bool running() const { return pid_ > 0; }
  void kill();

  // One whole message; a child that does not take it or answer in time is not killed here.
  Status send(std::span<const uint8_t> message, Deadline deadline);
  Status receive(std::vector<uint8_t>& message, Deadline deadline);

 private:
  pid_t pid_ = -1;
  int channel_ = -1;
};

// The child's side of the channel; false at its end.
bool read_message(int channel, std::vector<uint8_t>& message);
bool write_message(int channel, std::span<const uint8_t> message);

}  // namespace cuttle
