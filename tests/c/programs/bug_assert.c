// SPDX-License-Identifier: Apache-2.0
// assert() of the C library.
#include <assert.h>
#include <cuttle/cuttle.h>

int main(void) {
  int x;
  CUTTLE_input(x);
  assert(x != 1234);  // bug: assertion
  return 0;
}
// expect: exhausted
// expect: stdout x != 1234
