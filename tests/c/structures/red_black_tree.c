// SPDX-License-Identifier: Apache-2.0
#include <cuttle/cuttle.h>

#include "../../../examples/c/containers/rbtree.h"

int main(void) {
  rbtree* tree;
  CUTTLE_input(tree);
  CUTTLE_assume(rb_is_valid(tree, NODES));
  return 0;
}
