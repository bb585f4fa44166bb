// SPDX-License-Identifier: Apache-2.0
// A server that waits for events: they come, and when no more can come it is ended.
// run: --input accept:7002:4
// expect: exhausted
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

static int wait_for(int epoll) {
  struct epoll_event event;
  return epoll_wait(epoll, &event, 1, -1) == 1 ? event.data.fd : -1;
}

static void watch(int epoll, int fd) {
  struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};
  epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
}

int main(void) {
  const int server = socket(AF_INET6, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  const int epoll = epoll_create1(0);
  struct sockaddr_in6 address = {.sin6_family = AF_INET6, .sin6_port = htons(7002)};
  char text[4] = {0};
  int size = 0;
  if (bind(server, (struct sockaddr*)&address, sizeof address) != 0 || listen(server, 1) != 0)
    return 2;
  if (!(fcntl(server, F_GETFL) & O_NONBLOCK) || !(fcntl(server, F_GETFD) & FD_CLOEXEC)) return 3;
  struct pollfd polled = {.fd = server, .events = POLLIN};
  fd_set selected;
  FD_ZERO(&selected);
  FD_SET(server, &selected);
  if (poll(&polled, 1, -1) != 1 || select(server + 1, &selected, NULL, NULL, NULL) != 1) return 4;
  watch(epoll, server);
  for (;;) {
    const int ready = wait_for(epoll);
    if (ready == server) {
      const int fd = accept4(server, NULL, NULL, SOCK_NONBLOCK);
      if (fd >= 0) watch(epoll, fd);
      continue;
    }
    const ssize_t got = recv(ready, text + size, 1, 0);
    if (got == 1 && ++size < 4) continue;
    close(ready);
    if (!memcmp(text, "ab\0", 3)) abort();  // bug: abort
  }
}
