// SPDX-License-Identifier: Apache-2.0
// A program whose choices do not depend on its inputs alone: noticed, not hidden.
// run: --max-runs 20
#include <cuttle/cuttle.h>
#include <sys/syscall.h>
#include <time.h>

/* Around all functions: what the kernel says by itself. */
static void ask_kernel(struct timespec* now) {
  long result = SYS_clock_gettime;
  __asm__ volatile("syscall"
                   : "+a"(result)
                   : "D"((long)CLOCK_MONOTONIC), "S"(now)
                   : "rcx", "r11", "memory");
}

int main(void) {
  int x;
  struct timespec now = {0, 0};
  CUTTLE_input(x);
  ask_kernel(&now);
  if (x == now.tv_nsec / 7) return 1;
  if (x == now.tv_nsec) return 2;
  return 0;
}
// expect: divergences
