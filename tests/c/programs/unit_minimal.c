// SPDX-License-Identifier: Apache-2.0
// The test of a bug is made simple before it is shown: of a list, only what the bug needs.
// run: --function contains --strategy dfs --stop-on-bug
struct node {
  struct node *next;
  int key, weight;
};

int contains(struct node *list, int key) {
  int n = 0;
  if (key < 100) return 0;
  for (; list && n < 4; list = list->next, n++) {
    if (list->weight > 7 && list->next) continue;
    if (list->key == key && list->next == 0) return *(volatile int *)0;  // bug: segfault
  }
  return 0;
}
// expect: input list = &node1 {next: NULL, key: 100, weight: 0}
// expect: input key = 100
