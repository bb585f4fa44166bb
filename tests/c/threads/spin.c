// SPDX-License-Identifier: Apache-2.0
// N threads at a lock of one's own, around which they run in vain: equal values are no news.
#include "threads.h"

static atomic_int lock;
static int count;

static void *increment(void *unused) {
  (void)unused;
  while (atomic_exchange(&lock, 1)) {
  }
  ++count;
  atomic_store(&lock, 0);
  return NULL;
}

int main(void) {
  run_threads(N, increment);
  CUTTLE_assert(count == N);
  return 0;
}
