// SPDX-License-Identifier: Apache-2.0
// run: --function check_list
// Every operation on every list of up to three elements.
#include "list.h"

#include <cuttle/cuttle.h>

void check_list(list *l, list *other, int key, unsigned char what) {
  CUTTLE_assume(list_is_valid(l, 3) && list_is_valid(other, 2));
  for (list *e = l; e; e = e->next) CUTTLE_assume(!list_contains(other, e));
  int length = list_length(l);
  list element = {key, NULL};
  switch (what) {
    case 0:
      list_add(&l, &element);
      CUTTLE_assert(list_length(l) == length + 1);
      CUTTLE_assert(list_find(l, key) == &element);
      break;
    case 1:
      length += list_length(other);
      list_concat(&l, other);
      CUTTLE_assert(list_length(l) == length);
      break;
    case 2:
      if (list_remove_key(&l, key)) length--;
      CUTTLE_assert(list_length(l) == length);
      break;
    case 3: {
      list *last = list_last(l);
      list_reverse(&l);
      CUTTLE_assert(l == last);
      CUTTLE_assert(list_length(l) == length);
      break;
    }
    case 4:
      list_sort(&l);
      CUTTLE_assert(list_length(l) == length);
      for (; l && l->next; l = l->next) CUTTLE_assert(l->key <= l->next->key);
      break;
    case 5:
      CUTTLE_assert(!list_remove(&l, &element));
      CUTTLE_assert(list_at(l, length) == NULL);
      break;
  }
}
// expect: exhausted
