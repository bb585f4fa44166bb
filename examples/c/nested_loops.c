// SPDX-License-Identifier: Apache-2.0
// Loops whose bounds are inputs. One path for each pair of bounds.
#include <cuttle/cuttle.h>

int main(void) {
  unsigned char rows, columns;
  int cells = 0;
  CUTTLE_input(rows);
  CUTTLE_input(columns);
  CUTTLE_assume(rows <= 5 && columns <= 5);
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) cells++;
  CUTTLE_assert(cells != 20);  // bug: assertion
  return 0;
}
// expect: paths == 31
// expect: exhausted
