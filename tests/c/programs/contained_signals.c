// SPDX-License-Identifier: Apache-2.0
// Signals that the program sends to itself and to everybody it can reach.
#include <cuttle/cuttle.h>
#include <signal.h>
#include <unistd.h>

static void nothing(int signal) { (void)signal; }

int main(void) {
  int x;
  CUTTLE_input(x);
  signal(SIGUSR1, nothing);
  raise(SIGUSR1);
  if (x == 1) kill(0, SIGTERM);
  if (x == 2) kill(getppid(), SIGTERM);
  if (x == 3) raise(SIGINT);
  return 0;
}
// expect: any bugs
// expect: bugs >= 2
