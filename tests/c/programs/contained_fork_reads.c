// SPDX-License-Identifier: Apache-2.0
// A child finds the input where the program was in it, and the report says that it is not followed.
// run: --input stdin:4 --seed-input HERE/contained_fork_reads.seed --max-runs 3
// expect: incomplete environment
// expect: stdout a process that the program started by fork is not followed
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  int status;
  if (getchar() != 'a') return 1;
  if (fork() == 0) _exit(getchar());
  wait(&status);
  if (WEXITSTATUS(status) == 'b') abort();  // bug: abort
  return 0;
}
