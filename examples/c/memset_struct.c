// SPDX-License-Identifier: Apache-2.0
// A structure is overwritten byte by byte through another type. An analysis has to guess what that
// does to `a->c'; a run knows.
#include <cuttle/cuttle.h>
#include <stddef.h>

struct foo {
  int i;
  char c;
};

static void *clear(void *s, char c, size_t n) {
  for (size_t i = 0; i < n; i++) ((char *)s)[i] = c;
  return s;
}

static void bar(struct foo *a) {
  if (a->c == 1) {
    clear(a, 0, sizeof(struct foo));
    if (a->c != 1) CUTTLE_assert(!"a->c was overwritten");  // bug: assertion
  }
}

int main(void) {
  struct foo a;
  CUTTLE_input(a.i);
  CUTTLE_input(a.c);
  bar(&a);
  return 0;
}
// expect: runs <= 3
// expect: paths == 2
// expect: exhausted
