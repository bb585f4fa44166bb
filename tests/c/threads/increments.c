// SPDX-License-Identifier: Apache-2.0
// N increments under one mutex.
#include "threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *increment(void *unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  ++counter;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  run_threads(N, increment);
  CUTTLE_assert(counter == N);
  return 0;
}
