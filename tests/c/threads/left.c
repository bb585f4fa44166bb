// SPDX-License-Identifier: Apache-2.0
// What is left at the end: a thread that nobody joins, a lock that nobody gives back.
#include "threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
#ifdef JOINED
  pthread_join(thread, NULL);
#endif
  return 0;
}
