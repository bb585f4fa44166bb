/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

/* Lengths of Collatz sequences. */
int main(void) {
  unsigned long longest = 0;
  for (unsigned long start = 1; start < 400000; ++start) {
    unsigned long n = start, length = 0;
    while (n != 1) {
      n = n & 1 ? 3 * n + 1 : n / 2;
      ++length;
    }
    if (length > longest) longest = length;
  }
  printf("%lu\n", longest);
  return 0;
}
