// SPDX-License-Identifier: Apache-2.0
#include <cuttle/cuttle.h>

struct node {
  struct node *next, *prev;
};

static int is_valid(const struct node* list) {
  int n = 0;
  if (list && list->prev) return 0;
  for (; list; list = list->next) {
    if (++n > NODES) return 0;
    if (list->next && list->next->prev != list) return 0;
  }
  return 1;
}

int main(void) {
  struct node* list;
  CUTTLE_input(list);
  CUTTLE_assume(is_valid(list));
#ifdef FULL
  int n = 0;
  for (; list; list = list->next) n++;
  CUTTLE_assert(n < NODES);
#endif
  return 0;
}
