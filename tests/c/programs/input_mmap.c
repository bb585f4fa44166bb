// SPDX-License-Identifier: Apache-2.0
// A file that is an input, mapped into memory: what its header points to is found.
// run: --input file:archive:12
#include <assert.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct header {
  char magic[4];
  uint16_t size, place;
};

int main(void) {
  struct stat status;
  char copy[8];
  int fd = open("archive", O_RDONLY);
  if (fd < 0 || fstat(fd, &status) != 0 || status.st_size < (long)sizeof(struct header)) return 1;
  const char *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (bytes == MAP_FAILED) return 2;
  const struct header *header = (const struct header *)bytes;
  if (memcmp(header->magic, "\x7f" "ARC", 4) != 0) return 3;
  if (header->place + header->size > status.st_size || header->size > sizeof copy) return 4;
  if (bytes[header->place] != 'e') return 5;
  memcpy(copy, bytes + header->place, header->size);
  if (header->size == 3) assert(memcmp(copy, "end", 3) != 0);  // bug: assertion
  munmap((void *)bytes, (size_t)status.st_size);
  close(fd);
  return 0;
}
// expect: exhausted
