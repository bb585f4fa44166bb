// SPDX-License-Identifier: Apache-2.0
// Closing every descriptor harms nobody but the program.
#include <cuttle/cuttle.h>
#include <unistd.h>

int main(void) {
  int x;
  CUTTLE_input(x);
  for (int fd = 0; fd < 1024; ++fd) close(fd);
  if (x == 5) return 1;
  if (x == 6) return 2;
  return 0;
}
// expect: paths == 3
// expect: exhausted
