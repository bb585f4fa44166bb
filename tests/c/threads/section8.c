// SPDX-License-Identifier: Apache-2.0
// Section 8 of the paper: x = 1; x = 2 against y = 3; x = 4.
#include "threads.h"

static atomic_int x, y;

static void *work(void *number) {
  atomic_store(number == NULL ? &x : &y, number == NULL ? 1 : 3);
  atomic_store(&x, number == NULL ? 2 : 4);
  return NULL;
}

int main(void) {
  run_threads(2, work);
  return 0;
}
