// SPDX-License-Identifier: Apache-2.0
// A section for one, guarded by a semaphore that begins with 2; FIXED: with 1.
#include <semaphore.h>

#include "threads.h"

static sem_t semaphore;
static atomic_int inside;

static void *work(void *unused) {
  (void)unused;
  sem_wait(&semaphore);
  CUTTLE_assert(atomic_fetch_add(&inside, 1) == 0);
  atomic_fetch_sub(&inside, 1);
  sem_post(&semaphore);
  return NULL;
}

int main(void) {
#ifdef FIXED
  sem_init(&semaphore, 0, 1);
#else
  sem_init(&semaphore, 0, 2);
#endif
  run_threads(2, work);
  return 0;
}
