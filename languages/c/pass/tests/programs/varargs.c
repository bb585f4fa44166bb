/* SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <stdio.h>

struct Pair {
  long a;
  double b;
};
struct Large {
  int values[10];
};

static double mixed(const char* kinds, ...) {
  va_list list, copy;
  double sum = 0;
  va_start(list, kinds);
  va_copy(copy, list);
  for (const char* k = kinds; *k; ++k) {
    if (*k == 'i') sum += va_arg(list, int);
    if (*k == 'l') sum += 2 * (double)va_arg(list, long);
    if (*k == 'd') sum += 3 * va_arg(list, double);
    if (*k == 'p') {
      struct Pair pair = va_arg(list, struct Pair);
      sum += (double)pair.a - pair.b;
    }
    if (*k == 'L') sum += va_arg(list, struct Large).values[9];
    if (*k == 's') sum += va_arg(list, char*)[1];
  }
  if (kinds[0] == 'i') sum += va_arg(copy, int) * 1000.0;
  va_end(copy);
  va_end(list);
  return sum;
}

static int print(const char* format, ...) {
  va_list list;
  va_start(list, format);
  const int n = vprintf(format, list);
  va_end(list);
  return n;
}

int main(void) {
  struct Pair pair = {7, 0.5};
  struct Large large = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}};
  printf("%g\n", mixed("ildiildiildd", 1, 2L, 3.0, 4, 5, 6L, 7.0, 8, 9, 10L, 11.0, 12.0));
  printf("%g\n", mixed("pLsi", pair, large, "abc", 3));
  printf("%d\n", print("%s %d %.2f %c %ld\n", "text", 5, 1.25, 'x', 123456789012L));
  return 0;
}
