// SPDX-License-Identifier: Apache-2.0
// The same are no bugs for those who do not ask.
#include <cuttle/cuttle.h>

int main(void) {
  int a, by;
  CUTTLE_input(a);
  CUTTLE_input(by);
  return a + 1000 + (1 << by) == 7;
}
// expect: paths == 1
// expect: exhausted
