// SPDX-License-Identifier: Apache-2.0
// A program that sets all signals to their defaults still tells where it crashed, in both builds.
#include <cuttle/cuttle.h>
#include <signal.h>
#include <stddef.h>

int main(void) {
  int x;
  int* volatile nowhere = NULL;
  struct sigaction before;
  CUTTLE_input(x);
  for (int i = 1; i < NSIG; ++i) signal(i, SIG_DFL);
  if (sigaction(SIGSEGV, NULL, &before) != 0 || before.sa_handler != SIG_DFL) return 1;
  if (x == 7) *nowhere = 1;  // bug: segfault
  return 0;
}
// expect: exhausted
