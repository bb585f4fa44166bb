// SPDX-License-Identifier: Apache-2.0
// Bounds that leave something out are reported.
// run: --function length --max-objects 3 --max-string 2
#include <cuttle/cuttle.h>

struct node {
  struct node *next;
};

int length(const struct node *list, const char *text) {
  int n = 0;
  for (; list; list = list->next) CUTTLE_assume(++n < 5);
  for (; *text; text++) n++;  // bug: segfault
  return n;
}
// expect: not exhausted
// expect: incomplete max-objects
// expect: incomplete max-length
