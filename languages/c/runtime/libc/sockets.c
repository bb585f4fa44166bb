/* SPDX-License-Identifier: Apache-2.0 */

/* Models of what comes by sockets. A connection that is an input (--input accept) gives symbolic
 * bytes; of all others the buffers are concrete afterwards. */

#define _GNU_SOURCE
#include <stdio.h>
#include <sys/socket.h>

#include "languages/c/runtime/inputs/sources.h"
#include "languages/c/runtime/libc/descriptors.h"
#include "languages/c/runtime/libc/model.h"

/* ---- Accepting ------------------------------------------------------------------------------- */

static void clear_address(struct sockaddr* from, socklen_t* size) {
  if (from && size) __cuttle_clear(from, *size);
  if (size) __cuttle_clear(size, sizeof(*size));
}

MODEL int __cuttle_model_accept(int fd, struct sockaddr* from, socklen_t* size) {
  int connection;
  pin_arguments(SELF(accept), 3);
  clear_address(from, size);
  connection = accept(fd, from, size);
  cuttle_source_accepted(connection);
  return connection;
}

MODEL int __cuttle_model_accept4(int fd, struct sockaddr* from, socklen_t* size, int flags) {
  int connection;
  pin_arguments(SELF(accept4), 4);
  clear_address(from, size);
  connection = accept4(fd, from, size, flags);
  cuttle_source_accepted(connection);
  return connection;
}

/* ---- Receiving ------------------------------------------------------------------------------- */

static ssize_t receive(CuttleFile* file, void* buffer, size_t size, int flags) {
  if (flags & MSG_PEEK)
    return cuttle_read_file_at(file, buffer, size, __cuttle_file_seek(file, 0, SEEK_CUR));
  return cuttle_read_file(file, buffer, size);
}

MODEL ssize_t __cuttle_model_recv(int fd, void* buffer, size_t size, int flags) {
  CuttleFile* file;
  pin_arguments(SELF(recv), 4);
  file = cuttle_input_of(fd);
  return file ? receive(file, buffer, size, flags)
              : cuttle_concrete(fd, "recv", buffer, recv(fd, buffer, size, flags));
}

MODEL ssize_t __cuttle_model___recv_chk(int fd, void* buffer, size_t size, size_t room, int flags) {
  pin_arguments(SELF(__recv_chk), 5);
  if (size > room) __chk_fail();
  return __cuttle_model_recv(fd, buffer, size, flags);
}

MODEL ssize_t __cuttle_model_recvfrom(int fd, void* buffer, size_t size, int flags,
                                      struct sockaddr* from, socklen_t* from_size) {
  CuttleFile* file;
  pin_arguments(SELF(recvfrom), 6);
  clear_address(from, from_size);
  file = cuttle_input_of(fd);
  if (file) {
    if (from_size) *from_size = 0; /* of a connection nobody says from where */
    return receive(file, buffer, size, flags);
  }
  return cuttle_concrete(fd, "recvfrom", buffer,
                         recvfrom(fd, buffer, size, flags, from, from_size));
}

MODEL ssize_t __cuttle_model___recvfrom_chk(int fd, void* buffer, size_t size, size_t room,
                                            int flags, struct sockaddr* from,
                                            socklen_t* from_size) {
  pin_arguments(SELF(__recvfrom_chk), 7);
  if (size > room) __chk_fail();
  return __cuttle_model_recvfrom(fd, buffer, size, flags, from, from_size);
}

MODEL ssize_t __cuttle_model_recvmsg(int fd, struct msghdr* message, int flags) {
  CuttleFile* file;
  ssize_t got;
  pin_arguments(SELF(recvmsg), 3);
  __cuttle_pin(message, sizeof(*message));
  cuttle_pin_parts(message->msg_iov, (int)message->msg_iovlen);
  if (message->msg_name) __cuttle_clear(message->msg_name, message->msg_namelen);
  if (message->msg_control) __cuttle_clear(message->msg_control, message->msg_controllen);
  __cuttle_clear(message, sizeof(*message));
  file = cuttle_input_of(fd);
  if (file) {
    message->msg_namelen = message->msg_flags = 0;
    message->msg_controllen = 0;
    return cuttle_read_parts(file, message->msg_iov, (int)message->msg_iovlen,
                             flags & MSG_PEEK ? (off_t)__cuttle_file_seek(file, 0, SEEK_CUR) : -1);
  }
  got = recvmsg(fd, message, flags);
  cuttle_clear_buffers(message->msg_iov, (int)message->msg_iovlen, got);
  return got;
}
