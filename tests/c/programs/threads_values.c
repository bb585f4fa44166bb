// SPDX-License-Identifier: Apache-2.0
// What a thread gets as its argument and what it returns may be symbolic themselves.
#include <cuttle/cuttle.h>
#include <pthread.h>
#include <stdint.h>
#include <threads.h>

static void *twice(void *argument) {
  return (void *)((intptr_t)argument * 2);
}

static void *less(void *argument) {
  pthread_exit((void *)((intptr_t)argument - 10));
}

static int plus(void *argument) {
  return *(int *)argument + 5;
}

int main(void) {
  int x, sum;
  void *doubled, *difference;
  pthread_t first, second;
  thrd_t third;
  CUTTLE_input(x);
  pthread_create(&first, NULL, twice, (void *)(intptr_t)x);
  pthread_create(&second, NULL, less, (void *)(intptr_t)x);
  pthread_join(second, &difference);
  pthread_join(first, &doubled);
  if (thrd_create(&third, plus, &x) != thrd_success) return 3;
  thrd_join(third, &sum);
  if ((intptr_t)doubled == 2468)
    if ((intptr_t)difference == 1224)
      if (sum == 1239) CUTTLE_assert(0);  // bug: assertion
  return 0;
}
// run: --threads free
// expect: paths == 2
// expect: incomplete threads
// expect: no incomplete external-call
