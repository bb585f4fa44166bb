// SPDX-License-Identifier: Apache-2.0
// N philosophers, each takes the fork to the left, then the one to the right; ORDERED: the lower one
// first.
#include "threads.h"

static pthread_mutex_t forks[N];

static void *eat(void *number) {
  int left = (int)(intptr_t)number, right = (left + 1) % N;
#ifdef ORDERED
  if (left > right) {
    const int swap = left;
    left = right;
    right = swap;
  }
#endif
  pthread_mutex_lock(&forks[left]);
  pthread_mutex_lock(&forks[right]);
  pthread_mutex_unlock(&forks[right]);
  pthread_mutex_unlock(&forks[left]);
  return NULL;
}

int main(void) {
  for (int i = 0; i < N; ++i) pthread_mutex_init(&forks[i], NULL);
  run_threads(N, eat);
  return 0;
}
