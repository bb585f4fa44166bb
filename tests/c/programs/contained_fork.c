// SPDX-License-Identifier: Apache-2.0
// Children of the program are not part of the run, also when they stay behind; what they do with inputs is not followed.
#include <cuttle/cuttle.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  int x;
  CUTTLE_input(x);
  pid_t child = fork();
  if (child == 0) {
    if (x == 9) _exit(1);
    if (fork() == 0) {
      setsid();
      for (;;) pause();
    }
    _exit(0);
  }
  waitpid(child, NULL, 0);
  if (x == 5) return 1;
  return 0;
}
// expect: paths == 2
// expect: incomplete environment
