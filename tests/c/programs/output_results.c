// SPDX-License-Identifier: Apache-2.0
// What output says of itself is what was asked for: no run goes astray over it.
// expect: exhausted
#include <cuttle/cuttle.h>
#include <stdio.h>
#include <unistd.h>

static ssize_t write_all(int fd, const char* from, size_t size) {
  size_t done = 0;
  while (done < size) {
    const ssize_t some = write(fd, from + done, size - done);
    if (some < 1) return some;
    done += (size_t)some;
  }
  return (ssize_t)done;
}

int main(void) {
  size_t size;
  int c;
  CUTTLE_input(size);
  CUTTLE_input(c);
  if (size > 4) return 1;
  if (write_all(2, "abcd", size) != (ssize_t)size) return 2;
  if (fwrite("abcd", 1, size, stdout) != size) return 3;
  if (putchar(c) != (unsigned char)c || fputc(c, stderr) == 'x') return 4;
  CUTTLE_assert(size != 3);  // bug: assertion
  return 0;
}
