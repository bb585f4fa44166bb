// SPDX-License-Identifier: Apache-2.0
// What a unit allocates and nobody has when it returns is a leak. Its result and what its inputs
// point to are not lost.
// run: --function add --sanitize address,leak
#include <stdlib.h>

struct linear {
  int count;
  struct linear *next;
};

struct linear *add(struct linear *a, int x, int how) {
  struct linear *result = malloc(sizeof *result);  // bug: leak
  if (!a || how == 1) {
    free(result);
    return NULL;
  }
  result->next = NULL;
  result->count = a->count + x;
  if (how == 2) a->next = result;
  if (how == 2) return NULL;
  if (result->count == 10) return NULL;
  return result;
}
// expect: bugs == 1
// expect: exhausted
