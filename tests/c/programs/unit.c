// SPDX-License-Identifier: Apache-2.0
// One function of a file, with its parameters as inputs.
// run: --function area
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

enum unit { metre, foot };

int area(int width, unsigned char depth, bool flipped, uint64_t limit, enum unit unit) {
  if (width == -5 && depth == 200)
    if (flipped && limit > 1ull << 60)
      if (unit == foot) abort();  // bug: abort
  return width * depth;
}

int main(int argc, char **argv) {
  if (argc == 12345) abort();
  return area(argc, 2, false, 3, metre);
}
// expect: paths == 6
// expect: exhausted
// expect: branches all
// expect: input width = -5
// expect: input depth = 200
// expect: input flipped = true
