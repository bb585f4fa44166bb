// SPDX-License-Identifier: Apache-2.0
// Inputs of many types: structures by value in every way they are passed, bit-fields, unions,
// arrays, pointers to pointers, strings, functions, a structure without a name.
// run: --function all --max-string 3
#include <stdlib.h>

enum colour { red, green = 7 };
typedef struct {
  int a[2][2];
  unsigned flag : 3, mode : 7;
  enum colour colour;
} shape;
struct pair { char x; long y; };
struct three { int a, b, c; };
union value { char c; double d; };
struct big { long words[5]; const char *name; };

int all(shape s, struct pair p, struct three t, union value u, struct big b, int **pp,
        int (*compare)(int), shape *other) {
  int n = 0;
  if (s.a[1][0] == 10) n++;
  if (s.flag == 5 && s.mode == 100) n++;
  if (s.colour == green) n++;
  if (p.x == 'p' && p.y == 1l << 40) n++;
  if (t.a == 1 && t.b == 2 && t.c == 3) n++;
  if (u.d == 2.5) n++;
  if (b.words[4] == -1 && b.name && b.name[0] == 'h' && b.name[1] == 'i' && b.name[2] == 0) n++;
  if (pp && *pp && **pp == 77) n++;
  if (compare && compare(1) == 42) n++;
  if (other && other->mode == 1 && other->a[0][1] == 5) n++;
  if (n == 10) abort();  // bug: abort
  return n;
}
// run: --function all --max-string 3 --strategy dfs
// expect: stdout colour: 7
// expect: branches all
// expect: input words: {0, 0, 0, 0, -1}, name: "hi"
// expect: input pp = &int_pointer1 {&int1 {77}}
