// SPDX-License-Identifier: Apache-2.0
// An array of pointers to arrays.
// run: --function sum --array rows:n,m --max-array 2
#include <assert.h>

int sum(int **rows, unsigned char n, unsigned char m) {
  int s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) s += rows[i][j];
  if (n == 2 && m == 2 && rows[1][0] == 7) assert(s != 12345);  // bug: assertion
  return s;
}
// expect: input rows = {{
// expect: incomplete max-length
