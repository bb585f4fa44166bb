// SPDX-License-Identifier: Apache-2.0
// Figure 2: the error needs z == 1 and the first thread's write between the other's two accesses.
#include "threads.h"

static atomic_int x;
static int z;

static void *first(void *unused) {
  (void)unused;
  atomic_store(&x, 3);
  return NULL;
}

static void *second(void *unused) {
  (void)unused;
  atomic_store(&x, 2);
  if (2 * z + 1 == atomic_load(&x)) CUTTLE_assert(!"error");
  return NULL;
}

int main(void) {
  pthread_t a, b;
  CUTTLE_input(z);
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
