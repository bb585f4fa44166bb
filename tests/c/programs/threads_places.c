// SPDX-License-Identifier: Apache-2.0
// Threads that meet at barriers, semaphores, read-write locks and at what is done once: their
// choices come in the same order in every run.
#include <cuttle/cuttle.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_barrier_t barrier;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t filled;
static unsigned char data[3];
static int shared, kind;

static void decide(void) { kind = data[0] > 200 ? 2 : 1; }

static void *first(void *unused) {
  pthread_once(&once, decide);
  if (data[1] == 7) shared = kind;
  sem_post(&filled);
  pthread_barrier_wait(&barrier);
  pthread_rwlock_wrlock(&lock);
  if (shared > kind && data[2] == 9) shared += 10;
  pthread_rwlock_unlock(&lock);
  return unused;
}

static void *second(void *unused) {
  sem_wait(&filled);
  pthread_once(&once, decide);
  if (shared == kind && data[2] < 50) shared++;
  pthread_barrier_wait(&barrier);
  pthread_rwlock_rdlock(&lock);
  int seen = shared;
  pthread_rwlock_unlock(&lock);
  if (seen > 100) return NULL;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  CUTTLE_input_array(data, 3);
  pthread_barrier_init(&barrier, NULL, 2);
  sem_init(&filled, 0, 0);
  pthread_create(&threads[0], NULL, first, data);
  pthread_create(&threads[1], NULL, second, data);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  CUTTLE_assert(shared != 13);  // bug: assertion
  return 0;
}
// run: --threads free
// expect: incomplete threads
