// SPDX-License-Identifier: Apache-2.0
// Inputs go through a variable list of arguments.
#include <cuttle/cuttle.h>
#include <stdarg.h>

static int sum(int count, ...) {
  va_list list;
  int total = 0;
  va_start(list, count);
  while (count-- > 0) total += va_arg(list, int);
  va_end(list);
  return total;
}

int main(void) {
  int a, b;
  CUTTLE_input(a);
  CUTTLE_input(b);
  if (sum(3, a, 5, b) == 1000)
    if (a - b == 1) return 1;
  return 0;
}
// expect: exhausted
// expect: paths == 3
