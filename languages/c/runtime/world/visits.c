/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "languages/c/runtime/world/visits.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "languages/c/runtime/world/kernel.h"
#include "languages/c/runtime/world/world.h"

#define MAX_VISITS 16
#define THEIR_PORT 40000
#define PATIENCE 16        /* times to wait in vain, when all visitors have come */
#define A_WHILE 20000000ll /* nanoseconds: for each of them */

int (*cuttle_world_visitor)(unsigned port, const uint8_t** bytes, size_t* size);

typedef struct Visit {
  unsigned port; /* 0: unused */
  sa_family_t family;
  uint64_t listening, connected; /* inodes of sockets; 0: not yet */
  int caller;                    /* the visitor's own end */
} Visit;
static Visit visits[MAX_VISITS];

static uint64_t inode_of(int fd) {
  struct stat status;
  if (cuttle_kernel(SYS_fstat, fd, (long)&status, 0, 0, 0, 0) != 0) return 0;
  return S_ISSOCK(status.st_mode) ? status.st_ino : 0;
}

static Visit* visit_of(int fd) {
  const uint64_t inode = cuttle_world.on && visits[0].port ? inode_of(fd) : 0;
  int i;
  for (i = 0; inode && i < MAX_VISITS && visits[i].port; ++i)
    if (visits[i].listening == inode || visits[i].connected == inode) return &visits[i];
  return NULL;
}

unsigned cuttle_world_visited(int fd) {
  const Visit* visit = visit_of(fd);
  return visit && visit->connected && visit->connected == inode_of(fd) ? visit->port : 0;
}

/* ---- Addresses: those of the network that it seems to be ------------------------------------- */

static void give_address(sa_family_t family, unsigned port, struct sockaddr* to, socklen_t* size) {
  struct sockaddr_in6 six = {AF_INET6, htons((uint16_t)port), 0, IN6ADDR_LOOPBACK_INIT, 0};
  struct sockaddr_in four = {AF_INET, htons((uint16_t)port), {htonl(INADDR_LOOPBACK)}, {0}};
  const void* from = family == AF_INET6 ? (const void*)&six : (const void*)&four;
  const socklen_t whole = family == AF_INET6 ? sizeof(six) : sizeof(four);
  if (!to || !size) return;
  memcpy(to, from, *size < whole ? *size : whole);
  *size = whole;
}

WORLD int getsockname(int fd, struct sockaddr* restrict to, socklen_t* restrict size) {
  const Visit* visit = visit_of(fd);
  if (!visit) return (int)KERNEL(SYS_getsockname, fd, to, size);
  give_address(visit->family, visit->port, to, size);
  return 0;
}

WORLD int getpeername(int fd, struct sockaddr* restrict to, socklen_t* restrict size) {
  const Visit* visit = visit_of(fd);
  if (!visit || visit->connected != inode_of(fd)) return (int)KERNEL(SYS_getpeername, fd, to, size);
  give_address(visit->family, THEIR_PORT, to, size);
  return 0;
}

/* What a local socket does not know of is granted. */
WORLD int setsockopt(int fd, int level, int name, const void* value, socklen_t size) {
  const Visit* visit = visit_of(fd);
  const long result = cuttle_kernel(SYS_setsockopt, fd, level, name, (long)value, size, 0);
  return visit ? 0 : (int)cuttle_kernel_result(result);
}

WORLD int getsockopt(int fd, int level, int name, void* restrict value, socklen_t* restrict size) {
  const Visit* visit = visit_of(fd);
  if (!visit || level == SOL_SOCKET)
    return (int)KERNEL(SYS_getsockopt, fd, level, name, value, size);
  memset(value, 0, *size);
  return 0;
}

/* ---- Listening ------------------------------------------------------------------------------- */

static unsigned port_of(const struct sockaddr* address, socklen_t size) {
  if (!address) return 0;
  if (address->sa_family == AF_INET && size >= sizeof(struct sockaddr_in))
    return ntohs(((const struct sockaddr_in*)address)->sin_port);
  if (address->sa_family == AF_INET6 && size >= sizeof(struct sockaddr_in6))
    return ntohs(((const struct sockaddr_in6*)address)->sin6_port);
  return 0;
}

static int is_stream(int fd) {
  int type = 0;
  socklen_t size = sizeof(type);
  cuttle_kernel(SYS_getsockopt, fd, SOL_SOCKET, SO_TYPE, (long)&type, (long)&size, 0);
  return type == SOCK_STREAM;
}

/* A local socket in the place of `fd`, bound to a name that nobody else has. */
static int replace(int fd) {
  const sa_family_t local = AF_UNIX;
  const long flags = cuttle_kernel(SYS_fcntl, fd, F_GETFL, 0, 0, 0, 0);
  const long kept = cuttle_kernel(SYS_fcntl, fd, F_GETFD, 0, 0, 0, 0);
  const long other = KERNEL(SYS_socket, AF_UNIX, SOCK_STREAM, 0);
  if (other < 0) return 0;
  if (KERNEL(SYS_bind, other, &local, sizeof(local)) != 0 ||
      KERNEL(SYS_dup3, other, fd, kept & FD_CLOEXEC ? O_CLOEXEC : 0) < 0) {
    cuttle_kernel(SYS_close, other, 0, 0, 0, 0, 0);
    return 0;
  }
  cuttle_kernel(SYS_close, other, 0, 0, 0, 0, 0);
  cuttle_kernel(SYS_fcntl, fd, F_SETFL, flags, 0, 0, 0);
  return 1;
}

WORLD int bind(int fd, const struct sockaddr* address, socklen_t size) {
  const unsigned port = cuttle_world.on && cuttle_world_visitor ? port_of(address, size) : 0;
  const uint8_t* bytes;
  size_t count;
  int i = 0;
  while (i < MAX_VISITS && visits[i].port) ++i;
  if (!port || i == MAX_VISITS || !is_stream(fd) || !cuttle_world_visitor(port, &bytes, &count) ||
      !replace(fd))
    return (int)KERNEL(SYS_bind, fd, address, size);
  visits[i].port = port;
  visits[i].family = address->sa_family;
  visits[i].listening = inode_of(fd);
  return 0;
}

/* The visitor connects, says everything and nothing more. Its end stays open for the answer. */
static void come(Visit* visit, int fd) {
  struct sockaddr_un name;
  socklen_t size = sizeof(name);
  const uint8_t* bytes = NULL;
  size_t count = 0;
  const int caller = (int)KERNEL(SYS_socket, AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (caller < 0 || KERNEL(SYS_getsockname, fd, &name, &size) != 0 ||
      KERNEL(SYS_connect, caller, &name, size) != 0)
    return;
  /* Out of the way of descriptors that the program counts on. */
  visit->caller = (int)KERNEL(SYS_fcntl, caller, F_DUPFD_CLOEXEC, 700);
  if (visit->caller < 0)
    visit->caller = caller;
  else
    cuttle_kernel(SYS_close, caller, 0, 0, 0, 0, 0);
  if (cuttle_world_visitor(visit->port, &bytes, &count) && count)
    cuttle_kernel(SYS_sendto, visit->caller, (long)bytes, (long)count, MSG_DONTWAIT | MSG_NOSIGNAL,
                  0, 0);
  cuttle_kernel(SYS_shutdown, visit->caller, SHUT_WR, 0, 0, 0, 0);
}

WORLD int listen(int fd, int backlog) {
  Visit* visit = visit_of(fd);
  const long result = KERNEL(SYS_listen, fd, visit && backlog < 1 ? 1 : backlog);
  if (visit && result == 0 && !visit->caller) come(visit, fd);
  return (int)result;
}

/* ---- Accepting ------------------------------------------------------------------------------- */

static int waits(int fd) {
  return !(cuttle_kernel(SYS_fcntl, fd, F_GETFL, 0, 0, 0, 0) & O_NONBLOCK);
}

WORLD int accept4(int fd, struct sockaddr* restrict from, socklen_t* restrict size, int flags) {
  Visit* visit = visit_of(fd);
  long result;
  if (!visit) return (int)KERNEL(SYS_accept4, fd, from, size, flags);
  if (visit->connected && waits(fd)) exit(0);
  result = KERNEL(SYS_accept4, fd, NULL, NULL, flags);
  if (result < 0) return -1;
  visit->connected = inode_of((int)result);
  give_address(visit->family, THEIR_PORT, from, size);
  return (int)result;
}

WORLD int accept(int fd, struct sockaddr* restrict from, socklen_t* restrict size) {
  return accept4(fd, from, size, 0);
}

/* ---- Waiting for descriptors ----------------------------------------------------------------- */

static int all_have_come(void) {
  int i;
  for (i = 0; i < MAX_VISITS && visits[i].port; ++i)
    if (!visits[i].connected) return 0;
  return i > 0;
}

long cuttle_world_await(CuttleWait wait, void* what, int64_t nanoseconds) {
  static int times; /* in vain */
  const int idle = cuttle_world.on && all_have_come();
  long result;
  do {
    const int shorter = idle && (nanoseconds < 0 || nanoseconds > A_WHILE);
    result = wait(what, shorter ? A_WHILE : nanoseconds);
    if (result == 0 && idle && nanoseconds && ++times > PATIENCE) exit(0);
  } while (result == 0 && nanoseconds < 0);
  if (cuttle_world.on && result == 0 && nanoseconds > 0) cuttle_world_sleep((uint64_t)nanoseconds);
  return result;
}

typedef struct Epoll {
  int fd, most;
  struct epoll_event* events;
  const sigset_t* mask;
} Epoll;

static long wait_for_events(void* what, int64_t nanoseconds) {
  const Epoll* e = (const Epoll*)what;
  const int64_t milliseconds = nanoseconds < 0 ? -1 : (nanoseconds + 999999) / 1000000;
  return KERNEL(SYS_epoll_pwait, e->fd, e->events, e->most, milliseconds, e->mask, _NSIG / 8);
}

WORLD int epoll_pwait(int fd, struct epoll_event* events, int most, int milliseconds,
                      const sigset_t* mask) {
  Epoll e = {fd, most, events, mask};
  return (int)cuttle_world_await(wait_for_events, &e,
                                 milliseconds < 0 ? -1 : (int64_t)milliseconds * 1000000);
}

WORLD int epoll_wait(int fd, struct epoll_event* events, int most, int milliseconds) {
  return epoll_pwait(fd, events, most, milliseconds, NULL);
}
