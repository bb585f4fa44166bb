// SPDX-License-Identifier: Apache-2.0
// A string that is too long for the buffer on the stack.
#include <cuttle/cuttle.h>
#include <string.h>

__attribute__((noinline)) static int store(const char *name) {
  char buffer[6];
  strcpy(buffer, name);  // bug: out-of-bounds
  return buffer[0] == 'x';
}

int main(void) {
  char name[9];
  CUTTLE_input_array(name, 8);
  name[8] = 0;
  return store(name);
}
// expect: unconfirmed
// expect: exhausted
