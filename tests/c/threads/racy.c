// SPDX-License-Identifier: Apache-2.0
// Races between plain accesses (1 to 4), and accesses that something orders (5, 6).
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

#include "threads.h"

static int shared;
static atomic_int flag;
static char text[32] = "text";
static int *heap;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t posted;

static void *work(void *number) {
  const int first = number == NULL;
#if KIND == 1
  shared = first;
#elif KIND == 2
  if (first)
    memset(text, 'x', 4);
  else
    heap = memchr(text, 'x', 4);
#elif KIND == 3
  if (first)
    heap[1] = 7;
  else
    return (void *)(intptr_t)heap[1];
#elif KIND == 4
  if (!first) pthread_mutex_lock(&mutex);
  ++shared;
  if (!first) pthread_mutex_unlock(&mutex);
#elif KIND == 5
  pthread_mutex_lock(&mutex);
  ++shared;
  pthread_mutex_unlock(&mutex);
#elif KIND == 6
  if (first) {
    shared = 1;
    sem_post(&posted);
  } else {
    sem_wait(&posted);
    ++shared;
  }
#endif
  (void)first, (void)flag, (void)posted;
  return NULL;
}

int main(void) {
  sem_init(&posted, 0, 0);
  heap = calloc(4, sizeof(int));
  run_threads(2, work);
  return 0;
}
