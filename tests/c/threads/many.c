// SPDX-License-Identifier: Apache-2.0
// A great many threads.
#include "threads.h"

static pthread_t threads[N];

static void *work(void *unused) {
  return unused;
}

int main(void) {
  int made = 0;
  while (made < N && pthread_create(&threads[made], NULL, work, NULL) == 0) ++made;
  for (int i = 0; i < made; ++i) pthread_join(threads[i], NULL);
  return 0;
}
