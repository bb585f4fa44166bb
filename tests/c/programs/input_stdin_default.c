// SPDX-License-Identifier: Apache-2.0
// A program without declared inputs that reads its standard input.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int a, b;
  if (scanf("%d %d", &a, &b) != 2) return 1;
  if (a == 17 && b == a * 3) abort();  // bug: abort
  return 0;
}
// run: --max-runs 2000 --stop-on-bug
