// SPDX-License-Identifier: Apache-2.0
// A divisor that is 0 for one input in 2^32.
// run: --max-runs 10
#include <cuttle/cuttle.h>

int main(void) {
  unsigned x;
  CUTTLE_input(x);
  unsigned divisor = (x * 2654435761u) ^ 0x9e3779b9u;
  return 1000u / divisor > 3;  // bug: division-by-zero
}
