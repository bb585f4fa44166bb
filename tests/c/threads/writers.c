// SPDX-License-Identifier: Apache-2.0
// N writers of one variable: N! orders.
#include "threads.h"

static atomic_int x;

static void *write_own(void *number) {
  atomic_store(&x, (int)(intptr_t)number + 1);
  return NULL;
}

int main(void) {
  run_threads(N, write_own);
  return 0;
}
