// SPDX-License-Identifier: Apache-2.0
// All doubly linked lists of up to five nodes: six of them, and no other graph.
#include <cuttle/cuttle.h>

struct node {
  struct node *next, *prev;
};

static int is_list(const struct node *list) {
  int n = 0;
  if (list && list->prev) return 0;
  for (; list; list = list->next) {
    if (++n > 5) return 0;
    if (list->next && list->next->prev != list) return 0;
  }
  return 1;
}

int main(void) {
  struct node *list;
  CUTTLE_input(list);
  CUTTLE_assume(is_list(list));
  return 0;
}
// expect: tests == 6
// expect: exhausted
