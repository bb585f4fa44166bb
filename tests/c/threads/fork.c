// SPDX-License-Identifier: Apache-2.0
// A process with two threads forks.
#include <sys/wait.h>
#include <unistd.h>

#include "threads.h"

static atomic_int x;

static void *work(void *number) {
  atomic_store(&x, 1);
  if (number == NULL) {
    const pid_t child = fork();
    if (child == 0) _exit(atomic_load(&x) == 1 ? 0 : 1);
    int status = 0;
    waitpid(child, &status, 0);
    CUTTLE_assert(status == 0);
  }
  return NULL;
}

int main(void) {
  run_threads(2, work);
  return 0;
}
