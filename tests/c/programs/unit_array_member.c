// SPDX-License-Identifier: Apache-2.0
// What a member points to is an array.
// run: --function trace --array matrix.cells:4 --nonnull m
#include <assert.h>

struct matrix {
  unsigned char rows, cols;
  int *cells;
};

int trace(const struct matrix *m) {
  int t = 0;
  if (m->rows > 2 || m->cols > 2 || !m->cells) return 0;
  for (int i = 0; i < m->rows && i < m->cols; i++) t += m->cells[i * m->cols + i];
  if (m->rows == 2 && m->cols == 2) assert(t != 500);  // bug: assertion
  return t;
}
// expect: input cells: &int_4_1 {
// expect: exhausted
// expect: branches all
