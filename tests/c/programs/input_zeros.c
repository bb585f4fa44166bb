// SPDX-License-Identifier: Apache-2.0
// What stands behind a zero in an array of characters is shown, too.
#include <cuttle/cuttle.h>

struct pair {
  int x;
  char name[4];
};

int main(void) {
  struct pair p;
  CUTTLE_input(p.x);
  CUTTLE_input_array(p.name, 4);
  if (p.name[0] == 'a' && p.name[1] == 0 && p.name[3] == 'b') CUTTLE_assert(0);  // bug: assertion
  return 0;
}
// expect: stdout "a\0\0b"
