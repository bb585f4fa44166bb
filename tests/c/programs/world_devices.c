// SPDX-License-Identifier: Apache-2.0
// Files in which the kernel tells of the world tell of this one, in all runs and in the plain program.
// expect: exhausted
#include <cuttle/cuttle.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static unsigned from_device(const char* path) {
  unsigned char bytes[4] = {0};
  const int fd = open(path, O_RDONLY);
  if (fd < 0 || read(fd, bytes, sizeof bytes) != sizeof bytes) return 0;
  close(fd);
  return bytes[0] | bytes[1] << 8 | bytes[2] << 16;
}

static int from_file(const char* path, const char* format) {
  int value = -1;
  FILE* file = fopen(path, "r");
  if (!file || fscanf(file, format, &value) != 1) return -1;
  fclose(file);
  return value;
}

int main(void) {
  unsigned x;
  CUTTLE_input(x);
  const unsigned first = from_device("/dev/urandom"), second = from_device("/dev/random");
  CUTTLE_assert(x != (first ^ second >> 3));  // bug: assertion
  CUTTLE_assert(first != second && from_file("/proc/self/stat", "%d") == (int)getpid());
  CUTTLE_assert(from_file("/proc/uptime", "%d") == 1000);
  CUTTLE_assert(from_file("/proc/meminfo", "MemTotal: %d") == 4096 * 1024);
  return 0;
}
