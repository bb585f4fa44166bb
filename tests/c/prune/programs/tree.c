/* SPDX-License-Identifier: Apache-2.0 */
/* A search tree on the heap: its order is checked after all insertions, and it is given back. */
#include <assert.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

struct node {
  int key;
  struct node *left, *right;
};

static struct node* insert(struct node* tree, int key) {
  if (tree == NULL) {
    struct node* made = malloc(sizeof *made);
    made->key = key;
    made->left = made->right = NULL;
    return made;
  }
  if (key < tree->key)
    tree->left = insert(tree->left, key);
  else if (key > tree->key)
    tree->right = insert(tree->right, key);
  return tree;
}

static int check(const struct node* tree, int low, int high) {
  if (tree == NULL) return 0;
  assert(low < tree->key && tree->key < high);
  return 1 + check(tree->left, low, tree->key) + check(tree->right, tree->key, high);
}

static void drop(struct node* tree) {
  if (tree == NULL) return;
  drop(tree->left);
  drop(tree->right);
  free(tree);
}

int main(void) {
  struct node* tree = NULL;
  for (int i = 0; i < 3; ++i) tree = insert(tree, __VERIFIER_nondet_uchar());
  assert(check(tree, -1, 256) <= 3);
  drop(tree);
  return 0;
}
