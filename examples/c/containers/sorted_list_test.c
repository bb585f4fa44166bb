// SPDX-License-Identifier: Apache-2.0
// run: --function check_sorted_list
// Every operation on every sorted list of up to three elements.
#include "list.h"

#include <cuttle/cuttle.h>

void check_sorted_list(list *l, list *other, int key, unsigned char what) {
  CUTTLE_assume(sorted_is_valid(l, 3) && sorted_is_valid(other, 2));
  for (list *e = l; e; e = e->next) CUTTLE_assume(!list_contains(other, e));
  int length = list_length(l);
  list element = {key, NULL};
  switch (what) {
    case 0:
      sorted_add(&l, &element);
      length++;
      break;
    case 1: {
      list *old = sorted_find(l, key);
      CUTTLE_assert(sorted_add_if_new(&l, &element) == !old);
      length += !old;
      CUTTLE_assert(sorted_find(l, key) == (old ? old : &element));
      break;
    }
    case 2:
      if (sorted_remove(&l, key)) length--;
      break;
    case 3:
      length += list_length(other);
      l = sorted_merge(l, other);
      break;
  }
  CUTTLE_assert(sorted_is_valid(l, 5));
  CUTTLE_assert(list_length(l) == length);
}
// expect: exhausted
