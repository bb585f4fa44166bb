// SPDX-License-Identifier: Apache-2.0
#include "engine/process/control_socket.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace cuttle {
namespace {

Error failure(const char* what) {
  return Error::environment(std::string("cannot make ") + what + ": " + std::strerror(errno));
}

bool try_again() {
  return errno == EINTR || errno == EAGAIN;
}

}  // namespace

Result<ControlSocket> ControlSocket::create(bool by_name) {
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) != 0)
    return failure("a socket");
  ControlSocket made;
  made.packets_.reset(sockets[0]);
  made.theirs_.reset(sockets[1]);
  if (!by_name) return made;
  made.folder_ = std::make_unique<TemporaryFolder>();
  made.name_ = made.folder_->path() / "control";
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string path = made.name_.string();
  if (path.size() >= sizeof address.sun_path)
    return Error::environment("the name of the folder for temporary files is too long: `" +
                                  made.folder_->path().parent_path().string() + "'",
                              "Set TMPDIR to one with a shorter name.");
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  made.listener_.reset(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!made.listener_ ||
      bind(made.listener_.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 ||
      listen(made.listener_.get(), 1) != 0)
    return failure("a socket with a name");
  return made;
}

std::array<pollfd, 2> ControlSocket::watched() const {
  const int first = stream_ ? stream_.get() : packets_.get();
  return {pollfd{first, POLLIN, 0}, pollfd{listener_.get(), POLLIN, 0}};
}

ControlSocket::Got ControlSocket::take(CuttleMessage& message) {
  if (packets_) {
    const Got got = take_packet(message);
    if (got != Got::nothing) return got;
  }
  if (listener_) accept_connection();
  if (stream_) return take_bytes(message);
  return packets_ || listener_ ? Got::nothing : Got::closed;
}

ControlSocket::Got ControlSocket::take_packet(CuttleMessage& message) {
  const ssize_t size = recv(packets_.get(), &message, sizeof message, MSG_DONTWAIT);
  if (size < 0 && try_again()) return Got::nothing;
  if (size == static_cast<ssize_t>(sizeof message)) {
    listener_.reset();
    folder_.reset();
    return Got::message;
  }
  // Nobody has the other end: the program may still connect.
  packets_.reset();
  return listener_ ? Got::nothing : Got::closed;
}

void ControlSocket::accept_connection() {
  stream_.reset(accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
  if (!stream_) return;
  packets_.reset();
  listener_.reset();
  folder_.reset();
}

ControlSocket::Got ControlSocket::take_bytes(CuttleMessage& message) {
  const ssize_t size =
      recv(stream_.get(), part_.data() + part_size_, part_.size() - part_size_, MSG_DONTWAIT);
  if (size < 0 && try_again()) return Got::nothing;
  if (size <= 0) {
    stream_.reset();
    return Got::closed;
  }
  part_size_ += static_cast<size_t>(size);
  if (part_size_ < part_.size()) return Got::nothing;
  std::memcpy(&message, part_.data(), sizeof message);
  part_size_ = 0;
  return Got::message;
}

bool ControlSocket::send(const CuttleMessage& message) {
  const int fd = stream_ ? stream_.get() : packets_.get();
  ssize_t sent;
  do sent = ::send(fd, &message, sizeof message, MSG_NOSIGNAL | MSG_DONTWAIT);
  while (sent < 0 && errno == EINTR);
  return sent == static_cast<ssize_t>(sizeof message);
}

void ControlSocket::close() {
  packets_.reset();
  theirs_.reset();
  listener_.reset();
  stream_.reset();
  folder_.reset();
}

}  // namespace cuttle
