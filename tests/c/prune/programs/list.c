/* SPDX-License-Identifier: Apache-2.0 */
/* A sorted list, built on the heap by insertion; its order is checked. */
#include <cuttle/cuttle.h>

struct node {
  int key;
  struct node* next;
};

static struct node* insert(struct node* list, int key) {
  struct node* node = malloc(sizeof *node);
  node->key = key;
  if (list == NULL || key <= list->key) {
    node->next = list;
    return node;
  }
  struct node* at = list;
  while (at->next != NULL && at->next->key < key) at = at->next;
  node->next = at->next;
  at->next = node;
  return list;
}

int main(void) {
  struct node* list = NULL;
  for (int i = 0; i < 4; ++i) {
    signed char x;
    CUTTLE_input(x);
    list = insert(list, x);
  }
  int length = 0;
  for (struct node* at = list; at != NULL; at = at->next) {
    ++length;
    CUTTLE_assert(at->next == NULL || at->key <= at->next->key);
  }
  CUTTLE_assert(length == 4);
  while (list != NULL) {
    struct node* next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
