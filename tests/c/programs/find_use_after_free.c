// SPDX-License-Identifier: Apache-2.0
// A use after free behind three conditions.
// run: --input stdin:6 --max-runs 200 --stop-on-bug
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  unsigned char c[6];
  int* p = malloc(sizeof *p);
  int result;
  if (!p || read(0, c, sizeof c) != sizeof c) return 1;
  *p = 3;
  if (c[0] * 3 == 201) free(p);
  if ((c[1] ^ c[2]) == 0x5a && c[0] == 67)
    if (c[3] + c[4] == 300 && c[5] > 9) {
      result = *p;  // bug: use-after-free
      return result == 3;
    }
  return 0;
}
// expect: unconfirmed
