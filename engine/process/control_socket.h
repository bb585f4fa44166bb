// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <poll.h>

#include <array>
#include <cstddef>
#include <filesystem>
#include <memory>

#include "engine/support/files.h"
#include "engine/support/result.h"
#include "engine/support/unique_fd.h"
#include "engine/trace/format.h"

namespace cuttle {

// Our end of the socket on which a program and the engine exchange CuttleMessages. A program takes
// it as it can:
//   inherited: a SOCK_SEQPACKET socket, one packet per message;
//   by name:   it connects to a stream socket, on which a message is 24 bytes. For programs that
//              cannot use a descriptor that they did not open: virtual machines, wrappers.
// Both are offered until the program has used one of them; the other is closed then.
class ControlSocket {
 public:
  static Result<ControlSocket> create(bool by_name);

  // The end that the program inherits; closed here when it has.
  int theirs() const { return theirs_.get(); }
  void close_theirs() { theirs_.reset(); }
  // What to connect to; empty when it is not offered, and of no more use when the program has.
  const std::filesystem::path& name() const { return name_; }

  // Descriptors to poll for reading, -1 where there is none.
  std::array<pollfd, 2> watched() const;
  enum class Got { message, nothing, closed };
  // What has come, without waiting. A part of a message is kept until the rest comes.
  Got take(CuttleMessage& message);
  bool send(const CuttleMessage& message);
  void close();

 private:
  Got take_packet(CuttleMessage& message);
  Got take_bytes(CuttleMessage& message);
  void accept_connection();

  UniqueFd packets_, theirs_, listener_, stream_;
  std::unique_ptr<TemporaryFolder> folder_;
  std::filesystem::path name_;
  std::array<char, sizeof(CuttleMessage)> part_;
  size_t part_size_ = 0;
};

}  // namespace cuttle
