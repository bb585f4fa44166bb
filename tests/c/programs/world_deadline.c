// SPDX-License-Identifier: Apache-2.0
// Waiting until a moment of the world's clock: in vain it is that late afterwards, and what happens before is noticed.
#define _GNU_SOURCE
#include <cuttle/cuttle.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <time.h>

static int waits_in_vain(void) {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
  struct timespec until, now;
  int error;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += 50000000;
  pthread_mutex_lock(&mutex);
  error = pthread_cond_timedwait(&condition, &mutex, &until);
  pthread_mutex_unlock(&mutex);
  clock_gettime(CLOCK_REALTIME, &now);
  return error == ETIMEDOUT && now.tv_nsec >= until.tv_nsec && now.tv_nsec < until.tv_nsec + 100000;
}

static int finds_it_free(void) {
  sem_t semaphore;
  struct timespec until;
  sem_init(&semaphore, 0, 1);
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 3600;
  return sem_timedwait(&semaphore, &until) == 0 && time(NULL) < until.tv_sec;
}

int main(void) {
  int x;
  CUTTLE_input(x);
  if (x == 1 && waits_in_vain()) abort();  // bug: abort
  if (x == 2 && finds_it_free()) abort();  // bug: abort
  return 0;
}
