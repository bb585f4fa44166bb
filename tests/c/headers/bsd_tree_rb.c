// SPDX-License-Identifier: Apache-2.0
// Red-black trees of <bsd/sys/tree.h>.
// run: --sequence insert,remove_key,find:4
#include <bsd/sys/tree.h>

#include "check.h"

struct node {
  RB_ENTRY(node) link;
  unsigned char key;
};

static int compare(const struct node* a, const struct node* b) {
  return a->key - b->key;
}

RB_HEAD(tree, node);
static struct tree root = RB_INITIALIZER(&root);
RB_GENERATE(tree, node, link, compare)

static bool is_red(const struct node* n) {
  return n && RB_COLOR(n, link) == RB_RED;
}

// The black height; the keys below are between low and high.
static int check(const struct node* n, const struct node* parent, const struct node* low,
                 const struct node* high, unsigned* found) {
  if (!n) return 0;
  CUTTLE_assert(RB_PARENT(n, link) == parent);
  CUTTLE_assert(!low || low->key < n->key);
  CUTTLE_assert(!high || n->key < high->key);
  CUTTLE_assert(!is_red(n) || (!is_red(RB_LEFT(n, link)) && !is_red(RB_RIGHT(n, link))));
  *found |= 1u << n->key;
  int left = check(RB_LEFT(n, link), n, low, n, found);
  int right = check(RB_RIGHT(n, link), n, n, high, found);
  CUTTLE_assert(left == right);
  return left + !is_red(n);
}

static void check_tree(void) {
  unsigned found = 0;
  CUTTLE_assert(!is_red(RB_ROOT(&root)));
  check(RB_ROOT(&root), NULL, NULL, NULL, &found);
  check_present(found);
}

void insert(unsigned char key) {
  assume_key(key);
  struct node* n = malloc(sizeof *n);
  CUTTLE_assume(n != NULL);
  n->key = key;
  struct node* old = RB_INSERT(tree, &root, n);
  CUTTLE_assert((old != NULL) == is_present(key));
  present |= 1u << key;
  check_tree();
}

void remove_key(unsigned char key) {
  assume_key(key);
  struct node like = {.key = key}, *n = RB_FIND(tree, &root, &like);
  CUTTLE_assert((n != NULL) == is_present(key));
  if (n) free(RB_REMOVE(tree, &root, n));
  present &= ~(1u << key);
  check_tree();
}

void find(unsigned char key) {
  assume_key(key);
  struct node like = {.key = key}, *n = RB_NFIND(tree, &root, &like);
  CUTTLE_assert((n && n->key == key) == is_present(key));
  CUTTLE_assert(!n || n->key >= key);
}
// expect: exhausted
// expect: bugs == 0
