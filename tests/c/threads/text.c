// SPDX-License-Identifier: Apache-2.0
// Text that one thread copies and another measures: libc's functions are accesses like others.
#include <string.h>

#include "threads.h"

static char name[16] = "abc";
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int seen;

static void *work(void *number) {
  pthread_mutex_lock(&mutex);
  if (number == NULL)
    strcpy(name, "longer");
  else if (strlen(name) == 6)
    seen = 1;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  run_threads(2, work);
#ifdef CHECKED
  CUTTLE_assert(!seen);
#endif
  return 0;
}
