// SPDX-License-Identifier: Apache-2.0
// A file that need not exist, read twice in different ways.
// run: --input file:settings.conf:8
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
  char text[16] = "";
  FILE* stream = fopen("settings.conf", "r");
  size_t got;
  int fd;
  struct stat status;
  const char* map;
  if (!stream) return 1;
  got = fread(text, 1, sizeof text - 1, stream);
  fclose(stream);
  if (got < 3 || memcmp(text, "ab", 2) != 0) return 2;
  fd = open("settings.conf", O_RDONLY);
  if (fd < 0 || fstat(fd, &status) != 0 || status.st_size != (off_t)got) return 3;
  map = mmap(NULL, got, PROT_READ, MAP_PRIVATE, fd, 0);
  if (map == MAP_FAILED) return 4;
  assert(map[2] != 'c');  // bug: assertion
  return 0;
}
// expect: input file:settings.conf = "abc"
// expect: exhausted
