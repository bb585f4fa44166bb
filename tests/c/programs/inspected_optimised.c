// SPDX-License-Identifier: Apache-2.0
// run: --cflags=-O2
// The second look at a run does without the user's optimisation, which would leave this read out.
#include <cuttle/cuttle.h>
#include <stdlib.h>

int main(void) {
  int x;
  CUTTLE_input(x);
  int *values = calloc(3, sizeof *values);
  int total = 0;
  for (int i = 0; i < (x == 77 ? 4 : 3); i++) total += values[i];  // bug: out-of-bounds
  free(values);
  return 0;
}
// expect: input x = 77
