// SPDX-License-Identifier: Apache-2.0
// Cases that lead to one place are one path; negative and large cases work.
#include <cuttle/cuttle.h>
#include <limits.h>

static int kind(int c) {
  switch (c) {
    case 'a':
    case 'e':
    case 'i':
    case 'o':
    case 'u':
      return 1;
    case -1:
      return 2;
    case INT_MIN:
      return 3;
    case 1000 ... 1003:
      return 4;
    default:
      return 0;
  }
}

int main(void) {
  int c;
  CUTTLE_input(c);
  return kind(c);
}
// expect: paths == 5
// expect: exhausted
// expect: branches all
