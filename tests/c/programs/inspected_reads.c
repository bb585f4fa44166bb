// SPDX-License-Identifier: Apache-2.0
// Reads beyond an object at a place that no input chooses: seen by a second look at the runs that
// cover something new, with AddressSanitizer.
#include <cuttle/cuttle.h>
#include <stdlib.h>

static int sum(const int *values, int count) {
  int total = 0;
  for (int i = 0; i <= count; i++) total += values[i];  // bug: out-of-bounds
  return total;
}

int main(void) {
  int x;
  CUTTLE_input(x);
  int *values = malloc(3 * sizeof *values);
  for (int i = 0; i < 3; i++) values[i] = i;
  int total = x == 77 ? sum(values, 3) : sum(values, 2);
  free(values);
  return total == 3;
}
// expect: input x = 77
// expect: paths == 2
