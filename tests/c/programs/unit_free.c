// SPDX-License-Identifier: Apache-2.0
// The unit frees its inputs, as if malloc had made them; what is freed must not be used.
// run: --function drop --max-objects 3
#include <stdlib.h>

struct node {
  struct node *next;
  int key;
};

int drop(struct node *list) {
  int n = 0;
  while (list && n < 2) {
    struct node *next = list->next;
    free(list);
    if (next && next->key == 5) n += list->key;  // bug: segfault
    list = next;  // a list that leads to itself is freed twice
    n++;
  }
  return n;
}
// expect: any bugs
// expect: exit 1
