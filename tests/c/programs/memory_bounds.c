// SPDX-License-Identifier: Apache-2.0
// An index just beyond the end is looked for, even if no run would crash.
#include <cuttle/cuttle.h>

static int table[10];

int main(void) {
  int i;
  CUTTLE_input(i);
  if (i < 0 || i > 10) return 1;
  return table[i];  // bug: out-of-bounds
}
// expect: unconfirmed
// expect: branches all
