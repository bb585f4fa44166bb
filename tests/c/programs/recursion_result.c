// SPDX-License-Identifier: Apache-2.0
// A recursive function that returns a constant after an inner call returned something symbolic.
#include <cuttle/cuttle.h>

static int depth_or_zero(int x, int depth) {
  if (depth == 0) return x;
  int inner = depth_or_zero(x, depth - 1);
  if (inner > 10) return 0;
  return inner == 7 ? 0 : depth;
}

int main(void) {
  int x;
  CUTTLE_input(x);
  if (depth_or_zero(x, 2) == 0) return 1;
  return 0;
}
// expect: exhausted
// expect: no incomplete mismatch
