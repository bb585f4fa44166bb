// SPDX-License-Identifier: Apache-2.0
// Waits on an inner condition with the outer lock, which who would signal needs first.
#include "threads.h"

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int is_ready;

static void *work(void *number) {
#ifndef FIXED
  pthread_mutex_lock(&outer);
#endif
  pthread_mutex_lock(&inner);
  if (number == NULL) {
    while (!is_ready) pthread_cond_wait(&ready, &inner);
  } else {
    is_ready = 1;
    pthread_cond_signal(&ready);
  }
  pthread_mutex_unlock(&inner);
#ifndef FIXED
  pthread_mutex_unlock(&outer);
#endif
  return NULL;
}

int main(void) {
  run_threads(2, work);
  return 0;
}
