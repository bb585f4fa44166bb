// SPDX-License-Identifier: Apache-2.0
// What the first connection to a server brings is an input; no port is in use, and waiting for the
// next connection ends the program.
// run: --input accept:7001:6
// expect: exhausted
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

static int listen_at(int port) {
  const int one = 1, fd = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = {0};
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  if (bind(fd, (struct sockaddr*)&address, sizeof address) != 0 || listen(fd, 5) != 0) exit(3);
  return fd;
}

static void serve(int fd) {
  char peeked, line[8];
  int waiting = 0;
  if (recv(fd, &peeked, 1, MSG_PEEK) == 0) return;
  ioctl(fd, FIONREAD, &waiting);
  const ssize_t size = read(fd, line, sizeof line);
  if (size != waiting || line[0] != peeked || lseek(fd, 0, SEEK_CUR) != -1) exit(4);
  if (size == 5 && !memcmp(line, "QUIT", 4)) abort();  // bug: abort
  if (write(fd, "ok", 2) != 2) exit(5);
}

int main(void) {
  const int server = listen_at(7001), one = 1;
  for (;;) {
    struct sockaddr_in who, here;
    socklen_t size = sizeof who;
    const int fd = accept(server, (struct sockaddr*)&who, &size);
    if (fd < 0 || size != sizeof who || who.sin_addr.s_addr != htonl(INADDR_LOOPBACK)) return 6;
    if (setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one) != 0) return 7;
    if (getsockname(fd, (struct sockaddr*)&here, &size) != 0 || here.sin_port != htons(7001))
      return 8;
    serve(fd);
    close(fd);
  }
}
