// SPDX-License-Identifier: Apache-2.0
// Arrays of numbers are shown as lists.
#include <cuttle/cuttle.h>

int main(void) {
  short v[3];
  CUTTLE_input_array(v, 3);
  CUTTLE_assert(!(v[0] == 1 && v[1] == -2 && v[2] == 300));  // bug: assertion
  return 0;
}
// expect: exhausted
// expect: input v = {1, -2, 300}
