// SPDX-License-Identifier: Apache-2.0
// What is behind the end of an argument is nobody's to choose.
// run: --input argv:1:3
// expect: exhausted
#include <stdlib.h>

int main(int argc, char** argv) {
  if (argc < 2) return 0;
  if (argv[1][0] == 0 && argv[1][1] == 'x') abort();
  if (argv[1][0] == 'a' && argv[1][1] == 'b') return 2;
  return 1;
}
