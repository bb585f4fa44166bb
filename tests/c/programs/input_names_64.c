// SPDX-License-Identifier: Apache-2.0
// Functions as headers name them for large files and under _FORTIFY_SOURCE.
// run: --cflags "-D_FILE_OFFSET_BITS=64 -D_FORTIFY_SOURCE=2 -O2" --input file:./data.txt:4 --input stdin:3
// expect: exhausted
// expect: no incomplete external-call
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
  char buffer[8], line[4];
  struct stat status;
  const int fd = openat(AT_FDCWD, "data.txt", O_RDONLY);
  FILE* stream = fopen("../data.txt" + 1, "r");
  if (fd < 0 || !stream || fstat(fd, &status) != 0) return 1;
  if (status.st_size != 3 || lseek(fd, 1, SEEK_SET) != 1) return 2;
  if (read(fd, buffer, sizeof(buffer)) != 2 || memcmp(buffer, "xy", 2) != 0) return 3;
  if (fgetc_unlocked(stream) != '<') return 4;
  if (!fgets_unlocked(line, sizeof(line), stdin)) return 5;
  if (line[0] == '!') abort();  // bug: abort
  return 0;
}
