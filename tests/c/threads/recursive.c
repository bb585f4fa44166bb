// SPDX-License-Identifier: Apache-2.0
// Recursive, error-checking and tried locks, all used as they are meant.
#include <errno.h>

#include "threads.h"

static pthread_mutex_t recursive, checking;
static int shared;

static void *work(void *unused) {
  (void)unused;
  pthread_mutex_lock(&recursive);
  pthread_mutex_lock(&recursive);
  ++shared;
  pthread_mutex_unlock(&recursive);
  pthread_mutex_unlock(&recursive);
  if (pthread_mutex_trylock(&checking) == 0) {
    CUTTLE_assert(pthread_mutex_lock(&checking) == EDEADLK);
    pthread_mutex_unlock(&checking);
  } else {
    CUTTLE_assert(pthread_mutex_unlock(&checking) == EPERM);
  }
  return NULL;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&recursive, &attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&checking, &attributes);
  run_threads(2, work);
  CUTTLE_assert(shared == 2);
  return 0;
}
