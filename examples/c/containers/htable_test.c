// SPDX-License-Identifier: Apache-2.0
// Three calls with elements of any keys; the table agrees with a plain list of what is in it.
#include "htable.h"

#include <cuttle/cuttle.h>

int main(void) {
  list elements[2];
  bool in[2] = {false, false};
  htable t;
  htable_init(&t);
  for (int i = 0; i < 2; i++) {
    CUTTLE_input(elements[i].key);
    CUTTLE_assume(elements[i].key >= 0 && elements[i].key < 8);
    elements[i].next = NULL;
  }
  for (int step = 0; step < 3; step++) {
    unsigned char call, which;
    CUTTLE_input(call);
    CUTTLE_input(which);
    CUTTLE_assume(which < 2);
    which = which ? 1 : 0;
    list *e = &elements[which], *other = &elements[!which];
    switch (call) {
      case 0:
        htable_add(&t, e);
        in[which] = true;
        break;
      case 1: {
        bool fresh = !in[which] && !(in[!which] && other->key == e->key);
        CUTTLE_assert(htable_add_if_new(&t, e) == fresh);
        in[which] |= fresh;
        break;
      }
      case 2:
        CUTTLE_assert(htable_remove(&t, e) == in[which]);
        in[which] = false;
        break;
      default:
        CUTTLE_assert(htable_contains(&t, e) == in[which]);
    }
    CUTTLE_assert(htable_count(&t) == in[0] + in[1]);
  }
  return 0;
}
// expect: exhausted
