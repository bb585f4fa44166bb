// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdbool.h>
#include <stddef.h>

// A red-black tree of distinct keys. Nodes are the caller's.
enum rb_colour { rb_black, rb_red };

typedef struct rbtree {
  int key;
  enum rb_colour colour;
  struct rbtree *child[2];  // smaller keys, larger keys
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
  if (t->colour == rb_red && (rb_is_red(t->child[0]) || rb_is_red(t->child[1]))) return 0;
  int left = rb_check(t->child[0], low, t, most);
  if (!left) return 0;
  int right = rb_check(t->child[1], t, high, most);
  if (left != right) return 0;
  return left + (t->colour == rb_black);
}

static inline bool rb_is_valid(const rbtree *t, int most) {
  return !rb_is_red(t) && rb_check(t, NULL, NULL, &most) != 0;
}

static inline rbtree *rb_find(rbtree *t, int key) {
  while (t && t->key != key) t = key < t->key ? t->child[0] : t->child[1];
  return t;
}

// The node goes down on that side; what comes up in its place has its colour.
static inline rbtree *rb_rotate(rbtree *t, int side) {
  rbtree *up = t->child[!side];
  t->child[!side] = up->child[side];
  up->child[side] = t;
  up->colour = t->colour;
  t->colour = rb_red;
  return up;
}

static inline void rb_flip(rbtree *t) {
  t->colour = rb_red;
  t->child[0]->colour = t->child[1]->colour = rb_black;
}

// After an insertion on that side: no red node has a red child.
static inline rbtree *rb_mend_added(rbtree *t, int side) {
  rbtree *child = t->child[side];
  if (!rb_is_red(child)) return t;
  bool inner = rb_is_red(child->child[!side]);
  if (!inner && !rb_is_red(child->child[side])) return t;
  if (rb_is_red(t->child[!side])) {
    rb_flip(t);
    return t;
  }
  if (inner) t->child[side] = rb_rotate(child, side);
  return rb_rotate(t, !side);
}

static inline rbtree *rb_add_below(rbtree *t, rbtree *element, bool *added) {
  if (!t) {
    element->child[0] = element->child[1] = NULL;
    element->colour = rb_red;
    *added = true;
    return element;
  }
  if (element->key == t->key) return t;
  int side = element->key > t->key;
  t->child[side] = rb_add_below(t->child[side], element, added);
  return rb_mend_added(t, side);
}

static inline bool rb_add(rbtree **t, rbtree *element) {
  bool added = false;
  *t = rb_add_below(*t, element, &added);
  (*t)->colour = rb_black;
  return added;
}

// That side has lost a black node.
static inline rbtree *rb_mend_removed(rbtree *t, int side, bool *shorter) {
  rbtree *sibling = t->child[!side];
  if (rb_is_red(sibling)) {
    t = rb_rotate(t, side);
    t->child[side] = rb_mend_removed(t->child[side], side, shorter);
    return t;
  }
  if (!rb_is_red(sibling->child[0]) && !rb_is_red(sibling->child[1])) {
    sibling->colour = rb_red;
    *shorter = t->colour == rb_black;
    t->colour = rb_black;
    return t;
  }
  enum rb_colour colour = t->colour;
  if (!rb_is_red(sibling->child[!side])) t->child[!side] = rb_rotate(sibling, !side);
  t = rb_rotate(t, side);
  t->colour = colour;
  t->child[0]->colour = t->child[1]->colour = rb_black;
  *shorter = false;
  return t;
}

// A node with one child at most: the child, if any, is red and takes its place.
static inline rbtree *rb_replace(const rbtree *t, bool *shorter) {
  rbtree *child = t->child[0] ? t->child[0] : t->child[1];
  *shorter = t->colour == rb_black && !child;
  if (child) child->colour = rb_black;
  return child;
}

static inline rbtree *rb_remove_first(rbtree *t, rbtree **first, bool *shorter) {
  if (!t->child[0]) {
    *first = t;
    return rb_replace(t, shorter);
  }
  t->child[0] = rb_remove_first(t->child[0], first, shorter);
  return *shorter ? rb_mend_removed(t, 0, shorter) : t;
}

static inline rbtree *rb_remove_below(rbtree *t, int key, rbtree **removed, bool *shorter) {
  if (!t) return NULL;
  if (key != t->key) {
    int side = key > t->key;
    t->child[side] = rb_remove_below(t->child[side], key, removed, shorter);
    return *shorter ? rb_mend_removed(t, side, shorter) : t;
  }
  *removed = t;
  if (!t->child[0] || !t->child[1]) return rb_replace(t, shorter);
  rbtree *next = NULL, *right = rb_remove_first(t->child[1], &next, shorter);
  next->child[0] = t->child[0];
  next->child[1] = right;
  next->colour = t->colour;
  return *shorter ? rb_mend_removed(next, 1, shorter) : next;
}

static inline rbtree *rb_remove(rbtree **t, int key) {
  rbtree *removed = NULL;
  bool shorter = false;
  *t = rb_remove_below(*t, key, &removed, &shorter);
  if (*t) (*t)->colour = rb_black;
  return removed;
}

static inline int rb_count(const rbtree *t) {
  return t ? 1 + rb_count(t->child[0]) + rb_count(t->child[1]) : 0;
}
