// SPDX-License-Identifier: Apache-2.0
// N deposits without protection.
#include "threads.h"

static atomic_int balance;

static void *deposit(void *unused) {
  (void)unused;
  const int before = atomic_load(&balance);
  atomic_store(&balance, before + 10);
  return NULL;
}

int main(void) {
  run_threads(N, deposit);
#ifdef CHECKED
  CUTTLE_assert(atomic_load(&balance) == 10 * N);
#endif
  return 0;
}
