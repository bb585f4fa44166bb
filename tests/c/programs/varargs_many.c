// SPDX-License-Identifier: Apache-2.0
// Variable arguments of all kinds: in registers, on the stack, by value, copied and handed on.
#include <cuttle/cuttle.h>
#include <stdarg.h>

struct pair {
  int a, b;
};
struct large {
  long values[5];
};

static long take(const char *kinds, va_list list) {
  long sum = 0;
  for (; *kinds; ++kinds) {
    if (*kinds == 'i') sum += va_arg(list, int);
    if (*kinds == 'l') sum += va_arg(list, long);
    if (*kinds == 'd') sum += va_arg(list, double) > 2.5 ? 100000 : 0;
    if (*kinds == 'p') {
      struct pair p = va_arg(list, struct pair);
      sum += p.a * p.b;
    }
    if (*kinds == 's') sum += va_arg(list, struct large).values[3];
  }
  return sum;
}

static long sum(const char *kinds, ...) {
  va_list list, again;
  va_start(list, kinds);
  va_copy(again, list);
  long total = take(kinds, list);
  long second = take(kinds, again);
  va_end(again);
  va_end(list);
  return total == second ? total : -1;
}

int main(void) {
  int a;
  long b;
  double d;
  CUTTLE_input(a);
  CUTTLE_input(b);
  CUTTLE_input(d);
  CUTTLE_assume(a > -1000 && a < 1000);
  CUTTLE_assume(b > -1000 && b < 1000);
  struct large s = {{0, 0, 0, b, 0}};
  if (sum("iiiiiiil", 1, 2, 3, 4, 5, 6, a, b) == 777) return 1;
  if (sum("isi", 1, s, a) == 500) return 2;
  if (sum("p", (struct pair){a, 3}) == 333) return 3;
  if (sum("dd", 1.0, d) == 100000) return 4;
  return 0;
}
// expect: paths <= 20
// expect: exhausted
