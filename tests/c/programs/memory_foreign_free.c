// SPDX-License-Identifier: Apache-2.0
// free and realloc of what was never allocated, or no more.
#include <cuttle/cuttle.h>
#include <stdlib.h>

static char global[16];

int main(void) {
  int k;
  CUTTLE_input(k);
  char local[16], *heap = malloc(16);
  void *volatile what = heap;
  switch (k) {
    case 1:
      what = global;
      free(what);  // bug: abort
      break;
    case 2:
      what = local;
      free(what);  // bug: abort
      break;
    case 3:
      what = heap + 1;
      free(what);  // bug: abort
      break;
    case 4:
      what = global;
      what = realloc(what, 32);  // bug: abort
      break;
    case 5:
      free(heap);
      free(heap);  // bug: use-after-free
      break;
    case 6:
      free(heap);
      what = realloc(heap, 32);  // bug: use-after-free
      break;
  }
  return local == what;
}
