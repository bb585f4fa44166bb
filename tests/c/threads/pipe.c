// SPDX-License-Identifier: Apache-2.0
// A thread waits for what another one writes into a pipe.
#include <unistd.h>

#include "threads.h"

static int ends[2];

static void *work(void *unused) {
  return write(ends[1], "x", 1) == 1 ? unused : NULL;
}

int main(void) {
  pthread_t thread;
  char got = 0;
  if (pipe(ends) != 0) return 1;
  pthread_create(&thread, NULL, work, NULL);
  CUTTLE_assert(read(ends[0], &got, 1) == 1 && got == 'x');
  pthread_join(thread, NULL);
  return 0;
}
