// SPDX-License-Identifier: Apache-2.0
// A buffer on the stack that overflows when an argument is too long.
// run: --input argv:1:12 --max-runs 60 --stop-on-bug
#include <string.h>

__attribute__((noinline)) static int greet(const char* name) {
  char copy[8];
  strcpy(copy, name);  // bug: out-of-bounds
  return copy[0];
}

int main(int argc, char** argv) { return argc > 1 ? greet(argv[1]) == 'x' : 0; }
// expect: unconfirmed
