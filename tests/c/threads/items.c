// SPDX-License-Identifier: Apache-2.0
// A producer hands items, which are inputs, over to a consumer that adds them up.
#include "threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int full, place, sum;

static void *work(void *number) {
  for (int i = 0; i < 2; ++i) {
    int item;
    if (number == NULL) CUTTLE_input(item);
    pthread_mutex_lock(&mutex);
    while (full == (number == NULL)) pthread_cond_wait(&changed, &mutex);
    if (number == NULL)
      place = item;
    else
      sum = sum * 10 + place;
    full = number == NULL;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

int main(void) {
  run_threads(2, work);
  CUTTLE_assert(sum != 1234567);
  return 0;
}
