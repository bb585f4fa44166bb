// SPDX-License-Identifier: Apache-2.0
// A race that is meant to be.
#include "threads.h"

static int last;

static void *work(void *number) {
  last = (int)(intptr_t)number;  // cuttle: benign race
  return NULL;
}

int main(void) {
  run_threads(2, work);
  return 0;
}
