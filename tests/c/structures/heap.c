// SPDX-License-Identifier: Apache-2.0
#include <cuttle/cuttle.h>

struct node {
  struct node *left, *right;
  int key;
};

static const struct node* seen[NODES];
static int count, highest;

/* A complete tree: node `index` has the children 2 * index + 1 and 2 * index + 2, without gaps. */
static int is_valid(const struct node* t, int index) {
  if (!t) return 1;
  if (count == NODES || index >= NODES) return 0;
  for (int i = 0; i < count; i++)
    if (seen[i] == t) return 0;
  seen[count++] = t;
  if (index > highest) highest = index;
  if (t->left && t->left->key > t->key) return 0;
  if (t->right && t->right->key > t->key) return 0;
  return is_valid(t->left, 2 * index + 1) && is_valid(t->right, 2 * index + 2);
}

int main(void) {
  struct node* heap;
  CUTTLE_input(heap);
  CUTTLE_assume(is_valid(heap, 0) && highest == (count ? count - 1 : 0));
  return 0;
}
