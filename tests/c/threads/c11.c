// SPDX-License-Identifier: Apache-2.0
// threads.h of C11: threads, mutexes, conditions, once, thread-specific data.
#include <cuttle/cuttle.h>
#include <stdlib.h>
#include <threads.h>

static mtx_t mutex;
static cnd_t condition;
static once_flag flag = ONCE_FLAG_INIT;
static tss_t key;
static int ready, times, destroyed;
static _Thread_local int own = 5;

static void only_once(void) { ++times; }
static void destroy(void *data) {
  free(data);
  mtx_lock(&mutex);
  ++destroyed;
  mtx_unlock(&mutex);
}

static int work(void *number) {
  call_once(&flag, only_once);
  CUTTLE_assert(own == 5);
  own = 6;
  tss_set(key, malloc(4));
  mtx_lock(&mutex);
  if (number == NULL) {
    while (!ready) cnd_wait(&condition, &mutex);
  } else {
    ready = 1;
    cnd_signal(&condition);
  }
  mtx_unlock(&mutex);
  return number == NULL ? 3 : 4;
}

int main(void) {
  thrd_t a, b;
  int x, y;
  mtx_init(&mutex, mtx_plain);
  cnd_init(&condition);
  tss_create(&key, destroy);
  thrd_create(&a, work, NULL);
  thrd_create(&b, work, &x);
  thrd_join(a, &x);
  thrd_join(b, &y);
  CUTTLE_assert(x == 3 && y == 4 && times == 1 && destroyed == 2 && own == 5);
  return 0;
}
