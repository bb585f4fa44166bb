// SPDX-License-Identifier: Apache-2.0
// Numbers of extended precision are not followed, which is said.
#include <cuttle/cuttle.h>

int main(void) {
  double x;
  CUTTLE_input(x);
  long double y = x;
  if (y * y == 4.0L) return 1;
  return 0;
}
// expect: not exhausted
// expect: incomplete unsupported
