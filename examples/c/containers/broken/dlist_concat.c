// SPDX-License-Identifier: Apache-2.0
// run: --function check_concat --stop-on-bug --strategy dfs
// A list and an empty one are concatenated: the second list is not looked at before it is used.
#include "../dlist.h"

#include <cuttle/cuttle.h>

static void broken_concat(dlist **l, dlist *second) {
  if (!*l) {
    *l = second;
  } else {
    dlist *end = dlist_last(*l), *start = dlist_first(second);
    end->next = start;
    start->previous = end;  // bug: segfault
  }
}

void check_concat(dlist *l, dlist *second) {
  CUTTLE_assume(dlist_is_valid(l, 3) && dlist_is_valid(second, 3));
  if (l && second) CUTTLE_assume(dlist_first(l) != dlist_first(second));
  broken_concat(&l, second);
  CUTTLE_assert(dlist_is_valid(l, 6));
}
// expect: runs <= 140
// expect: input second = NULL
