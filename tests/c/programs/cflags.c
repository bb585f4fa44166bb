// SPDX-License-Identifier: Apache-2.0
// Flags for the compiler, and arguments for the program.
// run: --cflags "-DSECRET=4711 -include stdlib.h" -- one two
#include <cuttle/cuttle.h>

int main(int argc, char **argv) {
  int x;
  CUTTLE_input(x);
  if (argc != 3 || argv[2][1] != 'w') return 1;
  if (x == SECRET) abort();  // bug: abort
  return 0;
}
// expect: paths == 2
// expect: exhausted
