// SPDX-License-Identifier: Apache-2.0
// The value that longjmp hands over arrives as the result of setjmp.
#include <cuttle/cuttle.h>
#include <setjmp.h>

static jmp_buf out;
static sigjmp_buf further;

static void leave(int value) {
  longjmp(out, value);
}

int main(void) {
  int x, y;
  CUTTLE_input(x);
  CUTTLE_input(y);
  int code = setjmp(out);
  if (code == 0) leave(x);
  if (code == 1) return 1;
  if (code == 4711) CUTTLE_assert(!"arrived");  // bug: assertion
  switch (sigsetjmp(further, 1)) {
    case 0:
      siglongjmp(further, y);
    case 5:
      return 5;
    default:
      return 2;
  }
}
// expect: paths == 4
// expect: exhausted
