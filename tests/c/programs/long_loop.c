// SPDX-License-Identifier: Apache-2.0
// Ten million steps over symbolic data end in seconds, with an honest report.
#include <cuttle/cuttle.h>

int main(void) {
  unsigned x, h = 1;
  CUTTLE_input(x);
  for (int i = 0; i < 10000000; ++i) h = h * 31 + x;
  if (h == 12345) return 1;
  return 0;
}
// run: --max-runs 3 --solver-timeout 2
// expect: not exhausted
// expect: bugs == 0
