// SPDX-License-Identifier: Apache-2.0
// A small interpreter that jumps to addresses of labels.
#include <cuttle/cuttle.h>

static int run(const unsigned char *code, int length) {
  static void *const labels[] = {&&stop, &&add, &&twice, &&negate};
  int value = 1, at = 0;
#define NEXT goto *labels[at < length ? code[at++] & 3 : 0]
  NEXT;
add:
  value += 5;
  NEXT;
twice:
  value *= 2;
  NEXT;
negate:
  value = -value;
  NEXT;
stop:
  return value;
}

int main(void) {
  unsigned char code[3];
  CUTTLE_input_array(code, 3);
  CUTTLE_assert(run(code, 3) != -12);  // bug: assertion
  return 0;
}
// expect: exhausted
