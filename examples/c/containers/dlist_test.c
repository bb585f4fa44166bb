// SPDX-License-Identifier: Apache-2.0
// run: --function check_dlist
// Every operation on every doubly linked list of up to three elements, seen from any of them.
#include "dlist.h"

#include <cuttle/cuttle.h>

void check_dlist(dlist *l, dlist *other, int key, unsigned char what) {
  CUTTLE_assume(dlist_is_valid(l, 3) && dlist_is_valid(other, 2));
  if (l && other) CUTTLE_assume(dlist_first(l) != dlist_first(other));
  int length = dlist_length(l);
  dlist element = {key, NULL, NULL};
  switch (what) {
    case 0:
      dlist_add_after(&l, &element);
      length++;
      break;
    case 1:
      dlist_add_before(&l, &element);
      length++;
      break;
    case 2: {
      dlist *found = dlist_find(l, key);
      if (found) {
        dlist_remove(&l, found);
        length--;
      }
      break;
    }
    case 3:
      length += dlist_length(other);
      dlist_concat(&l, other);
      break;
    case 4: {
      dlist *last = dlist_last(l);
      dlist_reverse(l);
      CUTTLE_assert(dlist_first(l) == last);
      break;
    }
    case 5:
      dlist_sort(&l);
      for (dlist *e = dlist_first(l); e && e->next; e = e->next)
        CUTTLE_assert(e->key <= e->next->key);
      break;
  }
  CUTTLE_assert(dlist_is_valid(l, 5));
  CUTTLE_assert(dlist_length(l) == length);
}
// expect: exhausted
