// SPDX-License-Identifier: Apache-2.0
// Figure 22: three threads that only read.
#include "threads.h"

static atomic_int x;

static void *work(void *unused) {
  (void)unused;
  (void)atomic_load(&x);
  return NULL;
}

int main(void) {
  run_threads(3, work);
  return 0;
}
