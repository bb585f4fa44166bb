// SPDX-License-Identifier: Apache-2.0
// Leaving by exit, _exit and return: none of them is a bug, all of them are paths.
#include <cuttle/cuttle.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  int x;
  CUTTLE_input(x);
  if (x == 1) exit(3);
  if (x == 2) _exit(4);
  if (x == 3) quick_exit(5);
  return 0;
}
// expect: paths == 4
// expect: exhausted
