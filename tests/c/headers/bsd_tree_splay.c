// SPDX-License-Identifier: Apache-2.0
// Splay trees of <bsd/sys/tree.h>: what was looked for last is at the root.
// run: --sequence insert,remove_key,find:4
#include <bsd/sys/tree.h>

#include "check.h"

struct node {
  SPLAY_ENTRY(node) link;
  unsigned char key;
};

static int compare(const struct node* a, const struct node* b) {
  return a->key - b->key;
}

SPLAY_HEAD(tree, node);
static struct tree root = SPLAY_INITIALIZER(&root);
SPLAY_PROTOTYPE(tree, node, link, compare)
SPLAY_GENERATE(tree, node, link, compare)

static void check(const struct node* n, const struct node* low, const struct node* high,
                  unsigned* found) {
  if (!n) return;
  CUTTLE_assert(!low || low->key < n->key);
  CUTTLE_assert(!high || n->key < high->key);
  *found |= 1u << n->key;
  check(SPLAY_LEFT(n, link), low, n, found);
  check(SPLAY_RIGHT(n, link), n, high, found);
}

static void check_tree(void) {
  unsigned found = 0;
  check(SPLAY_ROOT(&root), NULL, NULL, &found);
  check_present(found);
}

void insert(unsigned char key) {
  assume_key(key);
  struct node* n = malloc(sizeof *n);
  CUTTLE_assume(n != NULL);
  n->key = key;
  struct node* old = SPLAY_INSERT(tree, &root, n);
  CUTTLE_assert((old != NULL) == is_present(key));
  CUTTLE_assert(SPLAY_ROOT(&root)->key == key);
  present |= 1u << key;
  check_tree();
}

void remove_key(unsigned char key) {
  assume_key(key);
  struct node like = {.key = key}, *n = SPLAY_FIND(tree, &root, &like);
  CUTTLE_assert((n != NULL) == is_present(key));
  if (n) {
    SPLAY_REMOVE(tree, &root, n);
    free(n);
  }
  present &= ~(1u << key);
  check_tree();
}

void find(unsigned char key) {
  assume_key(key);
  struct node like = {.key = key};
  CUTTLE_assert((SPLAY_FIND(tree, &root, &like) != NULL) == is_present(key));
  check_tree();
}
// expect: exhausted
// expect: bugs == 0
