// SPDX-License-Identifier: Apache-2.0
// A program whose choices do not depend on its inputs alone: noticed, not hidden.
// run: --max-runs 20
#include <cuttle/cuttle.h>
#include <time.h>

int main(void) {
  int x;
  struct timespec now;
  CUTTLE_input(x);
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (x == now.tv_nsec / 7) return 1;
  if (x == now.tv_nsec) return 2;
  return 0;
}
// expect: divergences
