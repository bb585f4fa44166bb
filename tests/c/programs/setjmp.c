// SPDX-License-Identifier: Apache-2.0
// Out of a deep call by longjmp.
#include <cuttle/cuttle.h>
#include <setjmp.h>

static jmp_buf out;

static void check(int depth, int x) {
  if (depth > 0) {
    check(depth - 1, x);
    return;
  }
  if (x == 42) longjmp(out, 7);
}

int main(void) {
  int x;
  CUTTLE_input(x);
  int code = setjmp(out);
  if (code == 7) return 1;
  check(5, x);
  if (x == 43) return 2;
  return 0;
}
// expect: paths == 3
// expect: exhausted
