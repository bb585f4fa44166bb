// SPDX-License-Identifier: Apache-2.0
// One writer, N readers: each reads before or after the write.
#include "threads.h"

static atomic_int x;

static void *work(void *number) {
  if (number == NULL)
    atomic_store(&x, 1);
  else
    (void)atomic_load(&x);
  return NULL;
}

int main(void) {
  run_threads(N + 1, work);
  return 0;
}
