// SPDX-License-Identifier: Apache-2.0
// Numbers of processes and users are the same in every run, also those of processes that the program starts.
#define _GNU_SOURCE
#include <assert.h>
#include <cuttle/cuttle.h>
#include <pwd.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int is_fixed(void) {
  const struct passwd* user = getpwuid(getuid());
  return getpid() == 1000 && getppid() == 999 && gettid() == 1000 && getpgrp() == getpid() &&
         syscall(SYS_getpid) == 1000 && geteuid() == 1000 && getegid() == 1000 && user &&
         strcmp(user->pw_name, "user") == 0 && kill(getpid(), 0) == 0;
}

static int names_children(void) {
  int status = 0, i;
  for (i = 1; i <= 2; ++i) {
    const pid_t child = fork();
    if (child == 0) _exit(getpid() == 1000 + i && getppid() == 1000 ? 7 : 8);
    if (child != 1000 + i || waitpid(child, &status, 0) != child || WEXITSTATUS(status) != 7)
      return 0;
  }
  return 1;
}

int main(void) {
  int x;
  CUTTLE_input(x);
  if (x == 1) assert(!is_fixed());        // bug: assertion
  if (x == 2) assert(!names_children());  // bug: assertion
  if (x == getpid()) return 3;
  return 0;
}
// expect: incomplete environment
