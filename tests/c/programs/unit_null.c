// SPDX-License-Identifier: Apache-2.0
// NULL comes first. Going through it is a bug; the other paths are explored all the same.
// run: --function last
struct node {
  struct node *next;
  char key;
};

int last(struct node *list) {
  int n = 1;
  while (list->next && n < 3) {  // bug: segfault
    list = list->next;
    n++;
  }
  return list->key == 'x' ? n : 0;
}
// expect: exhausted
// expect: input list = NULL
// expect: branches all
