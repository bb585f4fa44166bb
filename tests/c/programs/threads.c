// SPDX-License-Identifier: Apache-2.0
// Threads run; that their schedules are not explored is said.
#include <cuttle/cuttle.h>
#include <pthread.h>

static int result;

static void *work(void *input) {
  int x = *(int *)input;
  if (x == 321) result = 1;
  return NULL;
}

int main(void) {
  int x;
  pthread_t thread;
  CUTTLE_input(x);
  pthread_create(&thread, NULL, work, &x);
  pthread_join(thread, NULL);
  CUTTLE_assert(result == 0);  // bug: assertion
  return 0;
}
// run: --threads free
// expect: paths == 2
// expect: incomplete threads
