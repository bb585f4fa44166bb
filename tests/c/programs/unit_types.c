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
  if (s.a[1][0] != 10) return 1;
  if (s.flag != 5 || s.mode != 100) return 2;
  if (s.colour != green) return 3;
  if (p.x != 'p' || p.y != 1l << 40) return 4;
  if (t.a != 1 || t.b != 2 || t.c != 3) return 5;
  if (u.d != 2.5) return 6;
  if (b.words[4] != -1 || !b.name) return 7;
  if (b.name[0] != 'h' || b.name[1] != 'i' || b.name[2] != 0) return 8;
  if (!pp || !*pp || **pp != 77) return 9;
  if (!compare || compare(1) != 42) return 10;
  if (!other || other->mode != 1 || other->a[0][1] != 5) return 11;
  abort();  // bug: abort
}
// run: --function all --max-string 3 --strategy dfs
// expect: stdout colour: 7
// expect: branches all
// expect: input words: {0, 0, 0, 0, -1}, name: "hi"
// expect: input pp = &int_pointer1 {&int1 {77}}
