// SPDX-License-Identifier: Apache-2.0
// Loops that look at several places, some of which are written with the value that they have.
#include <sched.h>

#include "threads.h"

static atomic_int step, ready, done;

static void *write_both(void *unused) {
  (void)unused;
  atomic_store(&step, 0);
  atomic_store(&step, 1);
  atomic_store(&ready, 1);
  atomic_store(&step, 2);
  return NULL;
}

static void *follow(void *unused) {
  (void)unused;
  while (atomic_load(&step) < 2) sched_yield();
  CUTTLE_assert(atomic_load(&ready) == 1);
  atomic_store(&done, 1);
  return NULL;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, write_both, NULL);
  pthread_create(&other, NULL, follow, NULL);
  while (!atomic_load(&done) && !atomic_load(&ready)) {
  }
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
