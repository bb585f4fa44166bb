// SPDX-License-Identifier: Apache-2.0
// A thread is cancelled where it waits, and gives its lock back.
#include "threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void unlock(void *unused) {
  (void)unused;
  pthread_mutex_unlock(&mutex);
}

static void *work(void *unused) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(unlock, NULL);
  pthread_cond_wait(&condition, &mutex);
  pthread_cleanup_pop(1);
  return unused;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, work, NULL);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  CUTTLE_assert(result == PTHREAD_CANCELED);
  pthread_mutex_lock(&mutex);
  return 0;
}
