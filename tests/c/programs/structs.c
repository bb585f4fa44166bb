// SPDX-License-Identifier: Apache-2.0
// Structures by value, through memory and in registers.
#include <cuttle/cuttle.h>

struct point {
  int x, y;
};
struct big {
  int values[10];
  struct point where;
};

static struct point mirrored(struct point p) {
  struct point q = {-p.x, p.y};
  return q;
}
static struct big moved(struct big b, int by) {
  b.where.x += by;
  b.values[3] = b.where.x;
  return b;
}

int main(void) {
  struct big b = {{0}, {0, 0}};
  struct point p;
  CUTTLE_input(p);
  b.where = mirrored(p);
  b = moved(b, 10);
  if (b.values[3] == 4711 && b.where.y == -1) CUTTLE_assert(!"found");  // bug: assertion
  return 0;
}
// expect: exhausted
// expect: branches all
