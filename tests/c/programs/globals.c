// SPDX-License-Identifier: Apache-2.0
// Globals hold inputs from one call to the next, also those of constructors.
#include <cuttle/cuttle.h>

static int early, state;

__attribute__((constructor)) static void before_main(void) { CUTTLE_input(early); }

static void step(int x) {
  if (state == 0 && x == 3) state = 1;
  else if (state == 1 && x == early) state = 2;
}

int main(void) {
  int a, b;
  CUTTLE_input(a);
  CUTTLE_input(b);
  step(a);
  step(b);
  CUTTLE_assert(state != 2);  // bug: assertion
  return 0;
}
// expect: exhausted
