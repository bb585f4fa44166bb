// SPDX-License-Identifier: Apache-2.0
// Five keys into a red-black tree, equal keys ignored, with the invariants checked: 541 paths.
#include <cuttle/cuttle.h>
#include <stdlib.h>

enum { N = 5 };

struct node {
  int key;
  int red;
  struct node *left, *right, *parent;
};

static struct node* root;

static void replace_child(struct node* old, struct node* with) {
  with->parent = old->parent;
  if (!old->parent)
    root = with;
  else if (old == old->parent->left)
    old->parent->left = with;
  else
    old->parent->right = with;
}

static void rotate_left(struct node* x) {
  struct node* y = x->right;
  x->right = y->left;
  if (y->left) y->left->parent = x;
  replace_child(x, y);
  y->left = x;
  x->parent = y;
}

static void rotate_right(struct node* x) {
  struct node* y = x->left;
  x->left = y->right;
  if (y->right) y->right->parent = x;
  replace_child(x, y);
  y->right = x;
  x->parent = y;
}

static void rebalance(struct node* n) {
  while (n->parent && n->parent->red) {
    struct node* above = n->parent->parent;
    int is_left = n->parent == above->left;
    struct node* uncle = is_left ? above->right : above->left;
    if (uncle && uncle->red) {
      n->parent->red = uncle->red = 0;
      above->red = 1;
      n = above;
      continue;
    }
    if (is_left) {
      if (n == n->parent->right) {
        n = n->parent;
        rotate_left(n);
      }
      n->parent->red = 0;
      above->red = 1;
      rotate_right(above);
    } else {
      if (n == n->parent->left) {
        n = n->parent;
        rotate_right(n);
      }
      n->parent->red = 0;
      above->red = 1;
      rotate_left(above);
    }
  }
  root->red = 0;
}

static void insert(int key) {
  struct node *parent = NULL, *at = root;
  int went_left = 0;
  while (at) {
    parent = at;
    if (key < at->key) {
      at = at->left;
      went_left = 1;
    } else if (key > at->key) {
      at = at->right;
      went_left = 0;
    } else {
      return;
    }
  }
  struct node* n = calloc(1, sizeof *n);
  n->key = key;
  n->red = 1;
  n->parent = parent;
  if (!parent)
    root = n;
  else if (went_left)
    parent->left = n;
  else
    parent->right = n;
  rebalance(n);
}

// The black height; every invariant of the subtree is asserted on the way.
static int check(const struct node* n, const int** last) {
  if (!n) return 1;
  int left = check(n->left, last);
  if (*last) CUTTLE_assert(**last < n->key);
  *last = &n->key;
  int right = check(n->right, last);
  CUTTLE_assert(left == right);
  if (n->red) CUTTLE_assert(!(n->left && n->left->red) && !(n->right && n->right->red));
  return left + !n->red;
}

int main(void) {
  int keys[N];
  CUTTLE_input_array(keys, N);
  for (int i = 0; i < N; i++) insert(keys[i]);
  const int* last = NULL;
  check(root, &last);
  return 0;
}
