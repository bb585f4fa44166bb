// SPDX-License-Identifier: Apache-2.0
// A buffer that is too small for what is printed into it.
#include <cuttle/cuttle.h>
#include <stdio.h>

int main(void) {
  char name[8], line[10];
  CUTTLE_input(name);
  name[7] = 0;
  sprintf(line, "hi %s!", name);  // bug: out-of-bounds
  return line[0] == 'h';
}
// expect: exhausted
