/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

static int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static int takeuchi(int x, int y, int z) {
  if (y >= x) return z;
  return takeuchi(takeuchi(x - 1, y, z), takeuchi(y - 1, z, x), takeuchi(z - 1, x, y));
}

int main(void) {
  printf("%d %d\n", fibonacci(35), takeuchi(18, 12, 6));
  return 0;
}
