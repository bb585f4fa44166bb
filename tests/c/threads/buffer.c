// SPDX-License-Identifier: Apache-2.0
// A buffer of one place with condition variables, two producers and two consumers. ONE_CONDITION: a
// signal may wake one of the wrong side, and is lost. IF_FOR_WHILE: who wakes does not look again.
#include "threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER, not_full = PTHREAD_COND_INITIALIZER;
static int count;

#ifdef ONE_CONDITION
#define NOT_FULL not_empty
#else
#define NOT_FULL not_full
#endif
#ifdef IF_FOR_WHILE
#define WAIT_WHILE if
#else
#define WAIT_WHILE while
#endif

static void produce(void) {
  pthread_mutex_lock(&mutex);
  WAIT_WHILE(count == 1) pthread_cond_wait(&NOT_FULL, &mutex);
  CUTTLE_assert(count == 0);
  count = 1;
  pthread_cond_signal(&not_empty);
  pthread_mutex_unlock(&mutex);
}

static void consume(void) {
  pthread_mutex_lock(&mutex);
  WAIT_WHILE(count == 0) pthread_cond_wait(&not_empty, &mutex);
  CUTTLE_assert(count == 1);
  count = 0;
  pthread_cond_signal(&NOT_FULL);
  pthread_mutex_unlock(&mutex);
}

static void *work(void *number) {
  if ((intptr_t)number < 2)
    produce();
  else
    consume();
  return NULL;
}

int main(void) {
  (void)not_full;
  run_threads(4, work);
  return 0;
}
