// SPDX-License-Identifier: Apache-2.0
// A thread that never ends.
#include "threads.h"

static void *work(void *unused) {
  for (volatile int i = 0;; ++i) {
  }
  return unused;
}

int main(void) {
  run_threads(1, work);
  return 0;
}
