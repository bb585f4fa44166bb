// SPDX-License-Identifier: Apache-2.0
#include <cuttle/cuttle.h>

struct node {
  struct node *left, *right;
  int key;
};

static int is_valid(const struct node* t, const struct node* low, const struct node* high,
                    int* room) {
  if (!t) return 1;
  if (--*room < 0) return 0;
  if (low && t->key <= low->key) return 0;
  if (high && t->key >= high->key) return 0;
  return is_valid(t->left, low, t, room) && is_valid(t->right, t, high, room);
}

int main(void) {
  struct node* tree;
  int room = NODES;
  CUTTLE_input(tree);
  CUTTLE_assume(is_valid(tree, 0, 0, &room));
  return 0;
}
