// SPDX-License-Identifier: Apache-2.0
// A wait with a limit in time ends in both ways.
#include <errno.h>
#include <time.h>

#include "threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;

static void *work(void *number) {
  pthread_mutex_lock(&mutex);
  if (number == NULL) {
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += 5;
    if (!ready) {
      const int error = pthread_cond_timedwait(&condition, &mutex, &end);
      CUTTLE_assert(error == 0 || error == ETIMEDOUT);
      CUTTLE_assert(error == 0);
    }
  } else {
    ready = 1;
    pthread_cond_signal(&condition);
  }
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  run_threads(2, work);
  return 0;
}
