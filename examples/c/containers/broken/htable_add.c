// SPDX-License-Identifier: Apache-2.0
// run: --stop-on-bug --strategy dfs --run-timeout 1
// An element that is in the table is added again: it becomes its own successor, and a later search
// for a key that is not there never ends.
#include "../htable.h"

#include <cuttle/cuttle.h>

static void broken_add(htable *t, list *element) {
  list_add(htable_bucket(t, element->key), element);
}

int main(void) {
  static htable t;
  static list elements[2];
  for (int i = 0; i < 2; i++) CUTTLE_input(elements[i].key);
  for (int step = 0; step < 3; step++) {
    unsigned char call;
    bool second;
    CUTTLE_input(call);
    CUTTLE_input(second);
    list *e = second ? &elements[1] : &elements[0];
    switch (call) {
      case 0:
        htable_add_if_new(&t, e);
        break;
      case 1:
        broken_add(&t, e);
        break;
      default:
        htable_contains(&t, e);
    }
  }
  return 0;
}
// expect: runs <= 193
// expect: bugs == 1
// expect: any bugs
