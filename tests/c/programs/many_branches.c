// SPDX-License-Identifier: Apache-2.0
// A loop with more choices than a trace can hold.
// run: --max-runs 2
#include <cuttle/cuttle.h>

int main(void) {
  unsigned x;
  CUTTLE_input(x);
  unsigned n = 0;
  for (unsigned i = 0; i < 6000000; ++i)
    if ((x ^ i) == 77) ++n;
  return n == 3;
}
// expect: not exhausted
