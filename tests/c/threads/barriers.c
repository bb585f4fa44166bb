// SPDX-License-Identifier: Apache-2.0
// Two phases: in the second, threads read what others wrote in the first. The barrier is for one
// thread less than there are; FIXED: for all of them.
#include "threads.h"

static pthread_barrier_t barrier;
static atomic_int written[2];

static void *work(void *number) {
  const int me = (int)(intptr_t)number;
  atomic_store(&written[me], 1);
  pthread_barrier_wait(&barrier);
  CUTTLE_assert(atomic_load(&written[1 - me]) == 1);
  return NULL;
}

int main(void) {
#ifdef FIXED
  pthread_barrier_init(&barrier, NULL, 2);
#else
  pthread_barrier_init(&barrier, NULL, 1);
#endif
  run_threads(2, work);
  return 0;
}
