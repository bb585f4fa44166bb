// SPDX-License-Identifier: Apache-2.0
// A function that nobody has instrumented gets an input: it runs, and the report says so.
#define _GNU_SOURCE
#include <cuttle/cuttle.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  char from[2], to[2] = {0, 0};
  CUTTLE_input_array(from, 2);
  swab(from, to, 2);
  if (to[0] == 3) return 1;
  if (from[1] == 'z') return 2;
  return 0;
}
// expect: bugs == 0
