// SPDX-License-Identifier: Apache-2.0
// Structures by value: in registers, in memory, as results.
#include <cuttle/cuttle.h>

struct small {
  int a;
  short b;
  char c;
};
struct mixed {
  double d;
  long n;
};
struct large {
  int values[12];
};

__attribute__((noinline)) static struct small next(struct small s) {
  s.a += s.b;
  s.c++;
  return s;
}
__attribute__((noinline)) static struct mixed twice(struct mixed m) {
  m.n *= 2;
  return m;
}
__attribute__((noinline)) static struct large turned(struct large l) {
  struct large r;
  for (int i = 0; i < 12; ++i) r.values[i] = l.values[11 - i];
  return r;
}

int main(void) {
  int a, v;
  short b;
  char c;
  long n;
  CUTTLE_input(a);
  CUTTLE_input(b);
  CUTTLE_input(c);
  CUTTLE_input(n);
  CUTTLE_input(v);
  struct small s = next((struct small){a, b, c});
  if (s.a == 77777 && s.b == -3 && s.c == 'd') return 1;
  if (twice((struct mixed){0.5, n}).n == 1048576) return 2;
  struct large l = {{0}};
  l.values[2] = v;
  if (turned(l).values[9] == 31337) return 3;
  return 0;
}
// expect: paths == 10
// expect: branches all
// expect: exhausted
