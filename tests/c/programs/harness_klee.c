// SPDX-License-Identifier: Apache-2.0
// A program for KLEE.
#include <klee/klee.h>

int main(void) {
  int a;
  char text[4];
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(text, 2, "text"); /* a part of it */
  int b = klee_range(3, 7, "b");
  klee_assume(a > 10 && a < 100);
  klee_prefer_cex(&a, a == 11);
  if (!klee_is_symbolic(a) && !klee_is_replay()) return 1;
  if (b == 6 && a == 77 && text[1] == 'k')
    klee_assert(text[0] != 'j');  // bug: error-call
  return 0;
}
// expect: exhausted
// expect: no incomplete external-call
