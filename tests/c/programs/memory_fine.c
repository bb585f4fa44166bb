// SPDX-License-Identifier: Apache-2.0
// What must not be taken for a wrong access: frames that were left by longjmp, buffers of libc given
// to callbacks, memory used again, arrays to their last element, structures by value.
#include <alloca.h>
#include <cuttle/cuttle.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static jmp_buf back;
static char text[5] = "text";
struct block {
  char bytes[40];
};

__attribute__((noinline)) static void fill(char *p, int n) {
  for (int i = 0; i < n; i++) p[i] = (char)i;
}
__attribute__((noinline)) static void deep(int n) {
  char frame[24], more[3];
  fill(frame, sizeof frame);
  fill(more, sizeof more);
  if (n == 0) longjmp(back, 1);
  deep(n - 1);
}
__attribute__((noinline)) static int by_value(struct block b, int n) {
  fill(b.bytes, sizeof b.bytes);
  return n ? by_value(b, n - 1) + b.bytes[39] : 0;
}
__attribute__((noinline)) static int sum(int n, ...) {
  va_list list;
  int all = 0;
  va_start(list, n);
  while (n--) all += va_arg(list, int);
  va_end(list);
  return all;
}
static int compare(const void *a, const void *b) {
  return memcmp(a, b, sizeof(struct block));
}
__attribute__((noinline)) static int arrays(int n) {
  char a[n], *b = alloca((size_t)n + 3);
  fill(a, n);
  fill(b, n + 3);
  return a[n - 1] + b[n + 2];
}

int main(void) {
  unsigned char n;
  struct block blocks[5] = {0};
  CUTTLE_input(n);
  CUTTLE_assume(n < 8);
  volatile int k = 0;
  while (k < n) k++;
  if (setjmp(back) == 0) deep(k);
  int all = by_value(blocks[1], k) + sum(3, 1, 2, k) + text[3] + arrays(k + 1) + arrays(40);
  for (int i = 0; i < 5; i++) blocks[i].bytes[0] = (char)(5 - i);
  qsort(blocks, 5, sizeof *blocks, compare);
  for (int i = 0; i < 50; i++) {
    char *p = malloc((size_t)i + 1);
    fill(p, i + 1);
    p = realloc(p, (size_t)i + 20);
    fill(p, i + 20);
    free(p);
  }
  return all == blocks[4].bytes[0] - 4000;
}
// expect: exhausted
// expect: runs == 8
// expect: bugs == 0
