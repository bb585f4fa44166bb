// SPDX-License-Identifier: Apache-2.0
// Figure 21: x = 1, y = 4 and x = 2 in three threads.
#include "threads.h"

static atomic_int x, y;

static void *work(void *number) {
  switch ((intptr_t)number) {
    case 0:
      atomic_store(&x, 1);
      break;
    case 1:
      atomic_store(&y, 4);
      break;
    default:
      atomic_store(&x, 2);
  }
  return NULL;
}

int main(void) {
  run_threads(3, work);
  return 0;
}
