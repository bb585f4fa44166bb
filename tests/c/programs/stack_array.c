// SPDX-License-Identifier: Apache-2.0
// An array on the stack, used at an unknown index by another function.
#include <cuttle/cuttle.h>

__attribute__((noinline)) static int at(const int *table, unsigned char index) {
  return table[index];
}

int main(void) {
  int squares[8];
  unsigned char i;
  for (int k = 0; k < 8; ++k) squares[k] = k * k;
  CUTTLE_input(i);
  CUTTLE_assume(i < 8);
  if (at(squares, i) == 36) return 1;
  squares[i] = 7;
  CUTTLE_assert(at(squares, 3) != 7);  // bug: assertion
  return 0;
}
// expect: paths == 3
// expect: exhausted
