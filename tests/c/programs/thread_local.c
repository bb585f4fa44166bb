// SPDX-License-Identifier: Apache-2.0
// Variables of a thread.
#include <cuttle/cuttle.h>

static _Thread_local int own = 3;

__attribute__((noinline)) static void add(int x) { own += x; }

int main(void) {
  int x;
  CUTTLE_input(x);
  add(x);
  add(1);
  if (own == 1000) return 1;
  return 0;
}
// expect: paths == 2
// expect: exhausted
