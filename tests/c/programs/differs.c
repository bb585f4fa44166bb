// SPDX-License-Identifier: Apache-2.0
// A run that goes astray names what was another answer than before, and where.
// run: --max-runs 20 -- function
// run: --max-runs 20 -- file
// expect: divergences
// expect: stdout differs between runs:
// expect: stdout differs.c:
#include <cuttle/cuttle.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The real time that the kernel gives by a file of its own, and how much it has to do. */
static int from_file(void) {
  char text[4096] = {0};
  int sum = 0;
  const int fd = open("/proc/self/schedstat", O_RDONLY);
  if (fd < 0 || read(fd, text, sizeof text - 1) <= 0) return 0;
  for (const char* at = text; *at; ++at) sum = sum * 31 + *at;
  return sum;
}

extern int kernel_nanoseconds(void);
__asm__(
    ".globl kernel_nanoseconds\n"
    "kernel_nanoseconds:\n"
    "  push %rbx\n"
    "  lea -16(%rsp), %rsi\n"
    "  sub $32, %rsp\n"
    "  mov $228, %eax\n" /* clock_gettime */
    "  mov $1, %edi\n"
    "  syscall\n"
    "  mov 24(%rsp), %eax\n"
    "  add $32, %rsp\n"
    "  pop %rbx\n"
    "  ret\n");

int main(int argc, char** argv) {
  int x;
  CUTTLE_input(x);
  const int seed = !strcmp(argv[1], "file") ? from_file() : kernel_nanoseconds();
  if (x == seed / 7) return 1;
  if (x == seed) return 2;
  return 0;
}
