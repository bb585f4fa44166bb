// SPDX-License-Identifier: Apache-2.0
// A stream is NULL or one that works.
// run: --function note
#include <assert.h>
#include <stdio.h>

int note(FILE *log, int level) {
  if (level < 3) return 0;
  if (log) return fprintf(log, "level %d\n", level);
  assert(level != 9);  // bug: assertion
  return 1;
}
// expect: input log = NULL
// expect: branches all
