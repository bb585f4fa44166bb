// SPDX-License-Identifier: Apache-2.0
// A string that does not fit is found in a fortified program, too.
// run: --cflags "-D_FORTIFY_SOURCE=2 -O2" --input argv:1:12
#include <stdio.h>
#include <string.h>

char name[8];

int main(int argc, char** argv) {
  if (argc < 2 || argv[1][0] != '+') return 0;
  strcpy(name, argv[1]);  // bug: out-of-bounds
  puts(name);
  return 0;
}
