// SPDX-License-Identifier: Apache-2.0
// Every strategy explores the same paths.
// run: --strategy dfs
// run: --strategy bfs
// run: --strategy random
// run: --strategy generational
// run: --strategy cfg
// run: --strategy auto
// run: --strategy dfs --jobs 2
#include <cuttle/cuttle.h>

int main(void) {
  unsigned char a[4];
  int n = 0;
  CUTTLE_input_array(a, 4);
  for (int i = 0; i < 4; ++i) {
    if (a[i] > 100) ++n;
    if (a[i] == 7) n += 10;
  }
  CUTTLE_assert(n != 40);  // bug: assertion
  return n;
}
// expect: paths == 81
// expect: exhausted
// expect: branches all
