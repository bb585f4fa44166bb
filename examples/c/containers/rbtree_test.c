// SPDX-License-Identifier: Apache-2.0
// run: --function check_rbtree
// Adding to and removing from every red-black tree of up to four nodes.
#include "rbtree.h"

#include <cuttle/cuttle.h>

#ifndef NODES
#define NODES 4
#endif

void check_rbtree(rbtree *t, int key, bool add) {
  CUTTLE_assume(rb_is_valid(t, NODES));
  int count = rb_count(t);
  bool known = rb_find(t, key) != NULL;
  rbtree element = {key, rb_red, {NULL, NULL}};
  if (add) {
    CUTTLE_assert(rb_add(&t, &element) == !known);
    CUTTLE_assert(rb_count(t) == count + !known);
    CUTTLE_assert(rb_find(t, key) != NULL);
  } else {
    CUTTLE_assert((rb_remove(&t, key) != NULL) == known);
    CUTTLE_assert(rb_count(t) == count - known);
    CUTTLE_assert(rb_find(t, key) == NULL);
  }
  CUTTLE_assert(rb_is_valid(t, NODES + 1));
}
// expect: exhausted
