// SPDX-License-Identifier: Apache-2.0
// The size of the standard input, by all ways to ask for it.
// run: --input stdin:3
// expect: exhausted
#include <assert.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
  struct stat status;
  int left;
  char* text;
  assert(ioctl(0, FIONREAD, &left) == 0);
  assert(fstat(0, &status) == 0 && status.st_size == left && S_ISREG(status.st_mode));
  assert(lseek(0, 0, SEEK_END) == left && ioctl(0, FIONREAD, &left) == 0 && left == 0);
  if (status.st_size < 2) return 0;
  text = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, 0, 0);
  if (status.st_size == 3 && text[0] == '(' && text[2] == ')') abort();  // bug: abort
  return 0;
}
