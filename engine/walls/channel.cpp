// SPDX-License-Identifier: Apache-2.0
#include "engine/walls/channel.h"

#include <sys/socket.h>
#include <sys/uio.h>

#include <cerrno>

namespace cuttle::walls {
namespace {

constexpr size_t max_fds = 8;

bool send_with(int socket, const Message& message, const int* fds, size_t count, int flags) {
  iovec part{const_cast<Message*>(&message), message_head + message.text_used};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  alignas(cmsghdr) char room[CMSG_SPACE(max_fds * sizeof(int))] = {};
  if (count > 0) {
    header.msg_control = room;
    header.msg_controllen = CMSG_SPACE(count * sizeof(int));
    cmsghdr* control = CMSG_FIRSTHDR(&header);
    control->cmsg_level = SOL_SOCKET;
    control->cmsg_type = SCM_RIGHTS;
    control->cmsg_len = CMSG_LEN(count * sizeof(int));
    std::memcpy(CMSG_DATA(control), fds, count * sizeof(int));
  }
  ssize_t sent;
  do sent = sendmsg(socket, &header, MSG_NOSIGNAL | flags);
  while (sent < 0 && errno == EINTR);
  return sent >= 0;
}

}  // namespace

bool send(int socket, const Message& message, const int* fds, size_t count) {
  return send_with(socket, message, fds, count, 0);
}

bool send_first(int socket, int fd) {
  return send_with(socket, Message(), &fd, 1, first_flags);
}

bool offer(int socket, const Message& message) {
  return send_with(socket, message, nullptr, 0, MSG_DONTWAIT);
}

Received receive(int socket, bool wait) {
  Received got;
  iovec part{&got.message, sizeof got.message};
  alignas(cmsghdr) char room[CMSG_SPACE(max_fds * sizeof(int)) + CMSG_SPACE(sizeof(ucred))] = {};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = room;
  header.msg_controllen = sizeof room;
  ssize_t size;
  do size = recvmsg(socket, &header, MSG_CMSG_CLOEXEC | (wait ? 0 : MSG_DONTWAIT));
  while (size < 0 && errno == EINTR);
  if (size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return got;
  got.how = Received::How::closed;
  if (size < static_cast<ssize_t>(message_head)) return got;
  got.how = Received::How::message;
  for (cmsghdr* control = CMSG_FIRSTHDR(&header); control != nullptr;
       control = CMSG_NXTHDR(&header, control)) {
    const size_t bytes = control->cmsg_len - CMSG_LEN(0);
    if (control->cmsg_level == SOL_SOCKET && control->cmsg_type == SCM_CREDENTIALS) {
      ucred who{};
      std::memcpy(&who, CMSG_DATA(control), sizeof who);
      got.sender = who.pid;
    }
    if (control->cmsg_level != SOL_SOCKET || control->cmsg_type != SCM_RIGHTS) continue;
    for (size_t at = 0; at + sizeof(int) <= bytes; at += sizeof(int)) {
      int fd = -1;
      std::memcpy(&fd, CMSG_DATA(control) + at, sizeof fd);
      got.fds.emplace_back(fd);
    }
  }
  return got;
}

}  // namespace cuttle::walls
