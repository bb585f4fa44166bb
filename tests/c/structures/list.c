// SPDX-License-Identifier: Apache-2.0
#include <cuttle/cuttle.h>

struct node {
  struct node* next;
};

static int is_valid(const struct node* list) {
  int n = 0;
  for (; list; list = list->next)
    if (++n > NODES) return 0;
  return 1;
}

int main(void) {
  struct node* list;
  CUTTLE_input(list);
  CUTTLE_assume(is_valid(list));
  return 0;
}
