// SPDX-License-Identifier: Apache-2.0
// The indexer of Flanagan and Godefroid (POPL 2005): threads insert messages into a hash table. There
// are collisions from the twelfth thread on.
#include "threads.h"

enum { SIZE = 128, MAX = 4 };
static atomic_int table[SIZE];

static void *insert(void *number) {
  const int id = (int)(intptr_t)number;
  for (int m = 1; m <= MAX; ++m) {
    const int w = m * 11 + id;
    int h = (w * 7) % SIZE, expected = 0;
    while (!atomic_compare_exchange_strong(&table[h], &expected, w)) {
      h = (h + 1) % SIZE;
      expected = 0;
    }
  }
  return NULL;
}

int main(void) {
  run_threads(N, insert);
  return 0;
}
