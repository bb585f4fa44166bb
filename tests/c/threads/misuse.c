// SPDX-License-Identifier: Apache-2.0
// What is not allowed, one at a time: KIND says which.
#include "threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
  (void)unused;
#if KIND == 1  // unlocked by a stranger
  pthread_mutex_unlock(&mutex);
#elif KIND == 2  // used after it was destroyed
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
#elif KIND == 3  // destroyed while it is in use
  pthread_mutex_destroy(&mutex);
#endif
  return NULL;
}

int main(void) {
  pthread_t thread;
#if KIND == 2
  pthread_mutex_destroy(&mutex);
#else
  pthread_mutex_lock(&mutex);
#endif
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
#if KIND == 4  // joined twice
  pthread_join(thread, NULL);
#endif
  return 0;
}
