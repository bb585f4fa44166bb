// SPDX-License-Identifier: Apache-2.0
// A writer that has only a share of the lock: readers see half of its work.
#include "threads.h"

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int first, second;

static void *work(void *number) {
  if (number == NULL) {
#ifdef FIXED
    pthread_rwlock_wrlock(&lock);
#else
    pthread_rwlock_rdlock(&lock);
#endif
    atomic_store(&first, 1);
    atomic_store(&second, 1);
  } else {
    pthread_rwlock_rdlock(&lock);
    CUTTLE_assert(atomic_load(&first) == atomic_load(&second));
  }
  pthread_rwlock_unlock(&lock);
  return NULL;
}

int main(void) {
  run_threads(N, work);
  return 0;
}
