// SPDX-License-Identifier: Apache-2.0
// Jumps, also computed ones.
#include <cuttle/cuttle.h>

int main(void) {
  static void *const labels[] = {&&zero, &&one, &&two};
  unsigned char i;
  CUTTLE_input(i);
  CUTTLE_assume(i < 3);
  goto *labels[i];
zero:
  return 0;
one:
  return 1;
two:
  CUTTLE_assert(i != 2);  // bug: assertion
  return 2;
}
