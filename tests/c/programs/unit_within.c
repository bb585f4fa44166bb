// SPDX-License-Identifier: Apache-2.0
// A pointer to a member leads to the whole object: container_of.
// run: --function find --within link:item.link --max-objects 3
#include <stddef.h>
#include <stdlib.h>

struct link { struct link *next; };
struct item { int key; struct link link; int weight; };
#define container_of(p, T, m) ((T *)((char *)(p) - offsetof(T, m)))

int find(struct link *head, struct item *first, int key) {
  int n = 0;
  for (struct link *l = head; l && n < 2; l = l->next, n++) {
    struct item *i = container_of(l, struct item, link);
    if (i->key == key && i->weight == 9 && n == 1 && i == first) abort();  // bug: abort
  }
  return 0;
}
// expect: exhausted
// expect: branches all
// expect: input head = &item1.link of item1
// expect: input first = &item2
