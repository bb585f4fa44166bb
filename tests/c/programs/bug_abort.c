// SPDX-License-Identifier: Apache-2.0
// abort(), and the stack that leads to it.
#include <cuttle/cuttle.h>
#include <stdlib.h>

static void give_up(int x) {
  if (x == 99) abort();  // bug: abort
}

int main(void) {
  int x;
  CUTTLE_input(x);
  give_up(x);
  return 0;
}
// expect: exhausted
// expect: stdout give_up at
// expect: stdout main at
