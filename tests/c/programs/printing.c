// SPDX-License-Identifier: Apache-2.0
// What the program prints is dropped, however much it is.
#include <cuttle/cuttle.h>
#include <stdio.h>

int main(void) {
  int x;
  CUTTLE_input(x);
  for (int i = 0; i < 20000; ++i) {
    printf("a line on the standard output, number %d\n", i);
    fprintf(stderr, "a line of complaint, number %d\n", i);
  }
  if (x == 3) return 1;
  return 0;
}
// expect: paths == 2
// expect: exhausted
