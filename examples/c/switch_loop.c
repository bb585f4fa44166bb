// SPDX-License-Identifier: Apache-2.0
// A little machine: a loop over a program of four bytes, a switch on each of them. Two of the 81
// programs that run to their end give 16.
#include <cuttle/cuttle.h>

int main(void) {
  unsigned char code[4];
  int accumulator = 1;
  CUTTLE_input_array(code, 4);
  for (int i = 0; i < 4; i++) {
    switch (code[i]) {
      case 'd':
        accumulator *= 2;
        break;
      case 't':
        accumulator *= 3;
        break;
      case '-':
        accumulator -= 1;
        break;
      default:
        return 1;
    }
  }
  CUTTLE_assert(accumulator != 16);  // bug: assertion
  return 0;
}
// expect: paths == 121
// expect: exhausted
// expect: branches all
