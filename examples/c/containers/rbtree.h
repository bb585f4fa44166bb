// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdbool.h>
#include <stddef.h>

// A red-black tree of distinct keys. Nodes are the caller's.
enum rb_colour { rb_black, rb_red };

typedef struct rbtree {
  int key;
  enum rb_colour colour;
  struct rbtree *left, *right;
} rbtree;

static inline bool rb_is_red(const rbtree *t) { return t && t->colour == rb_red; }

// The black height, 0 when the tree is not a red-black tree of at most *most nodes with keys
// between low and high.
static inline int rb_check(const rbtree *t, const rbtree *low, const rbtree *high, int *most) {
  if (!t) return 1;
  if (--*most < 0) return 0;
  if (low && t->key <= low->key) return 0;
  if (high && t->key >= high->key) return 0;
  if (t->colour != rb_black && t->colour != rb_red) return 0;
  if (t->colour == rb_red && (rb_is_red(t->left) || rb_is_red(t->right))) return 0;
  int left = rb_check(t->left, low, t, most);
  if (!left) return 0;
  int right = rb_check(t->right, t, high, most);
  if (left != right) return 0;
  return left + (t->colour == rb_black);
}

static inline bool rb_is_valid(const rbtree *t, int most) {
  return !rb_is_red(t) && rb_check(t, NULL, NULL, &most) != 0;
}

static inline rbtree *rb_find(rbtree *t, int key) {
  while (t && t->key != key) t = key < t->key ? t->left : t->right;
  return t;
}

static inline rbtree *rb_rotate_left(rbtree *t) {
  rbtree *up = t->right;
  t->right = up->left;
  up->left = t;
  up->colour = t->colour;
  t->colour = rb_red;
  return up;
}

static inline rbtree *rb_rotate_right(rbtree *t) {
  rbtree *up = t->left;
  t->left = up->right;
  up->right = t;
  up->colour = t->colour;
  t->colour = rb_red;
  return up;
}

static inline void rb_flip(rbtree *t) {
  t->colour = t->colour == rb_red ? rb_black : rb_red;
  t->left->colour = t->left->colour == rb_red ? rb_black : rb_red;
  t->right->colour = t->right->colour == rb_red ? rb_black : rb_red;
}

// After an insertion below: no red node has a red child.
static inline rbtree *rb_mend(rbtree *t) {
  if (rb_is_red(t->left) && rb_is_red(t->right)) {
    if (rb_is_red(t->left->left) || rb_is_red(t->left->right) || rb_is_red(t->right->left) ||
        rb_is_red(t->right->right))
      rb_flip(t);
    return t;
  }
  if (rb_is_red(t->left)) {
    if (rb_is_red(t->left->right)) {
      rbtree *middle = t->left->right;
      t->left->right = middle->left;
      middle->left = t->left;
      t->left = middle;
      return rb_rotate_right(t);
    }
    if (rb_is_red(t->left->left)) return rb_rotate_right(t);
  }
  if (rb_is_red(t->right)) {
    if (rb_is_red(t->right->left)) {
      rbtree *middle = t->right->left;
      t->right->left = middle->right;
      middle->right = t->right;
      t->right = middle;
      return rb_rotate_left(t);
    }
    if (rb_is_red(t->right->right)) return rb_rotate_left(t);
  }
  return t;
}

static inline rbtree *rb_add_below(rbtree *t, rbtree *element, bool *added) {
  if (!t) {
    element->left = element->right = NULL;
    element->colour = rb_red;
    *added = true;
    return element;
  }
  if (element->key == t->key) return t;
  if (element->key < t->key)
    t->left = rb_add_below(t->left, element, added);
  else
    t->right = rb_add_below(t->right, element, added);
  return rb_mend(t);
}

static inline bool rb_add(rbtree **t, rbtree *element) {
  bool added = false;
  *t = rb_add_below(*t, element, &added);
  (*t)->colour = rb_black;
  return added;
}

// The left side has lost a black node.
static inline rbtree *rb_mend_left(rbtree *t, bool *shorter) {
  rbtree *sibling = t->right;
  if (rb_is_red(sibling)) {
    t = rb_rotate_left(t);
    t->left = rb_mend_left(t->left, shorter);
    return t;
  }
  if (!rb_is_red(sibling->left) && !rb_is_red(sibling->right)) {
    sibling->colour = rb_red;
    *shorter = t->colour == rb_black;
    t->colour = rb_black;
    return t;
  }
  enum rb_colour colour = t->colour;
  if (!rb_is_red(sibling->right)) t->right = rb_rotate_right(sibling);
  t = rb_rotate_left(t);
  t->colour = colour;
  t->left->colour = t->right->colour = rb_black;
  *shorter = false;
  return t;
}

static inline rbtree *rb_mend_right(rbtree *t, bool *shorter) {
  rbtree *sibling = t->left;
  if (rb_is_red(sibling)) {
    t = rb_rotate_right(t);
    t->right = rb_mend_right(t->right, shorter);
    return t;
  }
  if (!rb_is_red(sibling->left) && !rb_is_red(sibling->right)) {
    sibling->colour = rb_red;
    *shorter = t->colour == rb_black;
    t->colour = rb_black;
    return t;
  }
  enum rb_colour colour = t->colour;
  if (!rb_is_red(sibling->left)) t->left = rb_rotate_left(sibling);
  t = rb_rotate_right(t);
  t->colour = colour;
  t->left->colour = t->right->colour = rb_black;
  *shorter = false;
  return t;
}

static inline rbtree *rb_remove_first(rbtree *t, rbtree **first, bool *shorter) {
  if (t->left) {
    t->left = rb_remove_first(t->left, first, shorter);
    return *shorter ? rb_mend_left(t, shorter) : t;
  }
  *first = t;
  *shorter = t->colour == rb_black && !t->right;
  if (t->right) t->right->colour = rb_black;
  return t->right;
}

static inline rbtree *rb_remove_below(rbtree *t, int key, rbtree **removed, bool *shorter) {
  if (!t) return NULL;
  if (key < t->key) {
    t->left = rb_remove_below(t->left, key, removed, shorter);
    return *shorter ? rb_mend_left(t, shorter) : t;
  }
  if (key > t->key) {
    t->right = rb_remove_below(t->right, key, removed, shorter);
    return *shorter ? rb_mend_right(t, shorter) : t;
  }
  *removed = t;
  if (!t->left || !t->right) {
    rbtree *child = t->left ? t->left : t->right;
    *shorter = t->colour == rb_black && !child;
    if (child) child->colour = rb_black;
    return child;
  }
  rbtree *next = NULL, *right = rb_remove_first(t->right, &next, shorter);
  next->left = t->left;
  next->right = right;
  next->colour = t->colour;
  return *shorter ? rb_mend_right(next, shorter) : next;
}

static inline rbtree *rb_remove(rbtree **t, int key) {
  rbtree *removed = NULL;
  bool shorter = false;
  *t = rb_remove_below(*t, key, &removed, &shorter);
  if (*t) (*t)->colour = rb_black;
  return removed;
}

static inline int rb_count(const rbtree *t) {
  return t ? 1 + rb_count(t->left) + rb_count(t->right) : 0;
}
