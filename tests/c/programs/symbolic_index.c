// SPDX-License-Identifier: Apache-2.0
// Look-ups at an index that is an input: a table, and an array of inputs.
#include <cuttle/cuttle.h>

static const int squares[8] = {0, 1, 4, 9, 16, 25, 36, 49};

int main(void) {
  unsigned char i, j, k;
  CUTTLE_input(i);
  CUTTLE_input(j);
  CUTTLE_input(k);
  CUTTLE_assume(i < 8);
  CUTTLE_assume(j < 8);
  CUTTLE_assume(k < 8);
  if (i > 0)
    if (squares[i] + squares[j] == squares[k] && j > 0) return 1;
  return 0;
}
// expect: exhausted
// expect: branches all
