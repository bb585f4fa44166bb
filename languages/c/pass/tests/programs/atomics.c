/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int total;
static atomic_long best;
static _Thread_local int mine;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int plain;
struct Wide {
  int a, b;
};
static _Atomic struct Wide wide;

static void* work(void* argument) {
  const int number = (int)(long)argument;
  for (int i = 0; i < 1000; ++i) {
    atomic_fetch_add(&total, 1);
    mine += number;
    long old = atomic_load(&best);
    while (old < mine && !atomic_compare_exchange_weak(&best, &old, mine)) continue;
    pthread_mutex_lock(&lock);
    plain++;
    pthread_mutex_unlock(&lock);
  }
  return (void*)(long)mine;
}

int main(void) {
  pthread_t threads[4];
  long sum = 0;
  for (long i = 0; i < 4; ++i) pthread_create(&threads[i], NULL, work, (void*)i);
  for (int i = 0; i < 4; ++i) {
    void* result;
    pthread_join(threads[i], &result);
    sum += (long)result;
  }
  atomic_int bits = 0xf0;
  const int before = atomic_fetch_xor(&bits, 0xff);
  atomic_fetch_and(&bits, 0x3c);
  const int last = atomic_exchange(&bits, 9);
  struct Wide w = {3, 4};
  atomic_store(&wide, w);
  w = atomic_load(&wide);
  printf("%d %ld %ld %d %d %d %d %d\n", total, (long)best, sum, plain, before, last, bits,
         w.a + w.b);
  return 0;
}
