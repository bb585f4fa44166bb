// SPDX-License-Identifier: Apache-2.0
// Looks for the last zero in an array that N threads write, each to its own place.
#include "threads.h"

static atomic_int array[N + 1];

static void *work(void *number) {
  const int j = (int)(intptr_t)number;
  if (j == 0) {
    int i = N;
    while (atomic_load(&array[i]) != 0) --i;
  } else {
    atomic_store(&array[j], atomic_load(&array[j - 1]) + 1);
  }
  return NULL;
}

int main(void) {
  run_threads(N + 1, work);
  return 0;
}
