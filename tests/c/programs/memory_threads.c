// SPDX-License-Identifier: Apache-2.0
// Threads that leave without returning, and others that get their stacks; a wrong access in one.
// run: --threads controlled
// run: --threads free
#include <cuttle/cuttle.h>
#include <pthread.h>
#include <stdlib.h>

struct block {
  char bytes[40];
};
static int beyond;

__attribute__((noinline)) static void fill(char *p, int n) {
  for (int i = 0; i < n; i++) p[i] = (char)i;  // bug: out-of-bounds
}
__attribute__((noinline)) static void by_value(struct block b, int n) {
  fill(b.bytes, sizeof b.bytes);
  if (n) by_value(b, n - 1);
}
static void *leave(void *unused) {
  char some[20], few[3];
  fill(some, sizeof some);
  fill(few, sizeof few);
  pthread_exit(unused);
}
static void *go_on(void *unused) {
  struct block b = {{0}};
  char some[20];
  by_value(b, 6);
  fill(some, 20 + beyond);
  return unused;
}

int main(void) {
  int x;
  CUTTLE_input(x);
  beyond = x == 1234;
  for (int i = 0; i < 3; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, i == 1 ? go_on : leave, NULL);
    pthread_join(thread, NULL);
  }
  return 0;
}
// expect: bugs == 1
