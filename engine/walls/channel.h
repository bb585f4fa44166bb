// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <vector>

#include "engine/support/unique_fd.h"
#include "engine/walls/wire.h"

namespace cuttle::walls {

// Sends a message with descriptors beside it. Only system calls: also between fork and exec.
bool send(int socket, const Message& message, const int* fds = nullptr, size_t count = 0);
// The first message of a process that is looked at: it gives away the descriptor on which somebody
// looks, and so must not wait for that. The flags tell it from all others; no program has a use for
// them together.
bool send_first(int socket, int fd);
constexpr int first_flags = 0x4000 | 0x800 | 0x10 | 0x4;  // MSG_NOSIGNAL CONFIRM PROBE DONTROUTE
// The same for what may be lost when nobody listens.
bool offer(int socket, const Message& message);

struct Received {
  enum class How { message, nothing, closed } how = How::nothing;
  Message message;
  std::vector<UniqueFd> fds;
  pid_t sender = 0;  // as the receiver sees it; 0: the socket does not pass credentials
};
Received receive(int socket, bool wait);

}  // namespace cuttle::walls
