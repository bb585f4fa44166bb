// SPDX-License-Identifier: Apache-2.0
// The example of the CUTE paper (its figure 1): a pointer is an input, with what it points to.
// run: --function testme
#include <stdlib.h>

typedef struct cell {
  int v;
  struct cell *next;
} cell;

static int f(int v) { return 2 * v + 1; }

int testme(cell *p, int x) {
  if (x > 0)
    if (p != NULL)
      if (f(x) == p->v)
        if (p->next == p) abort();  // bug: abort
  return 0;
}
// expect: runs == 5
// expect: exhausted
// expect: branches all
// expect: input p = &cell1 {v: 3, next: &cell1}
