// SPDX-License-Identifier: Apache-2.0
// Five keys into a binary search tree, equal keys ignored: one path per weak ordering, 541.
#include <cuttle/cuttle.h>
#include <stdlib.h>

enum { N = 5 };

struct node {
  int key;
  struct node *left, *right;
};

static struct node* insert(struct node* root, int key) {
  struct node** at = &root;
  while (*at) {
    if (key < (*at)->key)
      at = &(*at)->left;
    else if (key > (*at)->key)
      at = &(*at)->right;
    else
      return root;
  }
  *at = calloc(1, sizeof **at);
  (*at)->key = key;
  return root;
}

// Keys in order; `last` is the largest key so far.
static void check(const struct node* n, const int** last) {
  if (!n) return;
  check(n->left, last);
  if (*last) CUTTLE_assert(**last < n->key);
  *last = &n->key;
  check(n->right, last);
}

int main(void) {
  int keys[N];
  CUTTLE_input_array(keys, N);
  struct node* root = NULL;
  for (int i = 0; i < N; i++) root = insert(root, keys[i]);
  const int* last = NULL;
  check(root, &last);
  return 0;
}
