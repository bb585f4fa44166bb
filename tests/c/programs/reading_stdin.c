// SPDX-License-Identifier: Apache-2.0
// The standard input is empty, not ours.
#include <cuttle/cuttle.h>
#include <stdio.h>

int main(void) {
  int x;
  CUTTLE_input(x);
  if (getchar() != EOF) return 1;
  if (x == 3) return 2;
  return 0;
}
// expect: paths == 2
// expect: exhausted
