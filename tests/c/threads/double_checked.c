// SPDX-License-Identifier: Apache-2.0
// Initialisation with a look before the lock: published before it is ready.
#include "threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int value;
static atomic_int is_there;

static int get(void) {
  if (!atomic_load(&is_there)) {
    pthread_mutex_lock(&mutex);
    if (!atomic_load(&is_there)) {
#ifdef FIXED
      atomic_store(&value, 42);
      atomic_store(&is_there, 1);
#else
      atomic_store(&is_there, 1);
      atomic_store(&value, 42);
#endif
    }
    pthread_mutex_unlock(&mutex);
  }
  return atomic_load(&value);
}

static void *work(void *unused) {
  (void)unused;
  CUTTLE_assert(get() == 42);
  return NULL;
}

int main(void) {
  run_threads(2, work);
  return 0;
}
