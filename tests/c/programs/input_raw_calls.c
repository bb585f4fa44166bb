// SPDX-License-Identifier: Apache-2.0
// System calls by their numbers.
// run: --input stdin:2 --input file:data.txt:2
// expect: exhausted
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

int main(void) {
  char c, d[2];
  struct iovec parts[2] = {{d, 1}, {d + 1, 1}};
  const int fd = (int)syscall(SYS_openat, AT_FDCWD, "data.txt", O_RDONLY);
  if (fd < 0 || syscall(SYS_read, 0, &c, 1) != 1 || readv(fd, parts, 2) != 2) return 1;
  if (c == '1' && d[0] == '2' && d[1] == '3') abort();  // bug: abort
  return 0;
}
