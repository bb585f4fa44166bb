# SPDX-License-Identifier: Apache-2.0
"""Code from which it is easy to conclude too much: what fails must fail with --prune, too."""

import json

import support

HEAD = """#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
#define IN() (__VERIFIER_nondet_uchar() & 3)
"""

# Each fails for some input, in the line with FAILS. In front of it stand, where needed, paths that look alike and do not fail.
PROGRAMS = {
    "an index that an input decides": """
int a[4] = {0, 0, 0, 5};
int main(void) {
  int j = IN(), v;
  if (!j) v = 1; else v = a[IN()];
  if (v == 5) abort(); /* FAILS */
  return 0;
}""",
    "a store at an index that an input decides": """
int a[4];
int main(void) {
  int j = IN();
  if (j) a[IN()] = 5;
  if (j == 2) j = 1;
  if (a[3] == 5) abort(); /* FAILS */
  return 0;
}""",
    "a null pointer is printed": """
int main(void) {
  char *p = "abc";
  int x = IN();
  if (x == 2) p = 0;
  if (x & 1) x = 0;
  puts(p); /* FAILS */
  return 0;
}""",
    "a wild pointer is printed": """
int main(void) {
  char *p = "abc";
  if (IN() == 2) p = (char*)16;
  printf("%s\\n", p); /* FAILS */
  return 0;
}""",
    "code before main": """
static int g = 1;
__attribute__((constructor)) static void early(void) { g = 3; }
int main(void) {
  int x = IN();
  if (x & 1) g++;
  if (x & 2) g++;
  if (g == 5) abort(); /* FAILS */
  return 0;
}""",
    "code after main": """
static int g;
__attribute__((destructor)) static void late(void) { if (g == 2) abort(); /* FAILS */ }
int main(void) {
  int x = IN();
  if (x & 1) g++;
  if (x & 2) g++;
  return 0;
}""",
    "a handler at the end": """
static int g;
static void handler(void) { if (g == 2) abort(); /* FAILS */ }
int main(void) {
  int x = IN();
  if (x & 1) atexit(handler);
  if (x & 2) g = 2;
  return 0;
}""",
    "a variable without a value": """
int main(void) {
  int v, x = IN();
  if (x != 2) v = 1;
  if (x == 1) v = 2;
  if (v != 1 && v != 2) abort(); /* FAILS */
  return 0;
}""",
    "a sum that overflows": """
int main(void) {
  int x = IN(), m = 0x7fffffff;
  if (x & 1) m = 3;
  if (m + x < m) abort(); /* FAILS */
  return 0;
}""",
    "bytes of a union": """
union u { int i; unsigned char c[4]; short s[2]; };
int main(void) {
  union u u;
  int x = IN();
  u.i = 0;
  if (x & 1) u.c[1] = 1;
  if (x & 2) u.s[1] = 2;
  if (u.i == 0x20100) abort(); /* FAILS */
  return 0;
}""",
    "bits of a word": """
struct { unsigned a : 3, b : 5; int c : 2; } s;
int main(void) {
  int x = IN();
  if (x & 1) s.a = 5;
  if (x & 2) s.b = 9, s.c = 3;
  if (s.a + s.b == 14 && s.c < 0) abort(); /* FAILS */
  return 0;
}""",
    "part of a structure is copied": """
struct t { int a; char b[3]; int c; };
struct t g = {1, {2, 3, 4}, 5};
int main(void) {
  struct t l;
  int x = IN();
  memcpy(&l, &g, sizeof l);
  if (x & 1) l.b[2] = 9;
  if (x & 2) memcpy(&g, &l, 7);
  if (g.b[2] == 9) abort(); /* FAILS */
  return 0;
}""",
    "any number of arguments": """
static int sum(int n, ...) {
  va_list a;
  int s = 0;
  va_start(a, n);
  while (n--) s += va_arg(a, int);
  va_end(a);
  return s;
}
int main(void) {
  int x = IN(), v;
  if (x & 1) v = sum(2, x, 4); else v = sum(1, x);
  if (x & 2) v++;
  if (v == 8) abort(); /* FAILS */
  return 0;
}""",
    "functions behind pointers": """
static int st;
static int o(int x) { if (st == 2) abort(); /* FAILS */ st = x; return 0; }
static int c(int x) { st = 0; return x; }
static struct { int (*open)(int), (*close)(int); } ops = {o, c};
int main(void) {
  for (int i = 0; i < 3; i++) {
    int x = IN();
    if (x < 3) ops.open(x); else ops.close(x);
  }
  return 0;
}""",
    "a variable of an outer call": """
static int f(int n, int *p) {
  int l = n;
  if (n == 0) return *p;
  if (IN() == 1) p = &l;
  return f(n - 1, p);
}
int main(void) {
  int z = 7;
  if (f(3, &z) == 2) abort(); /* FAILS */
  return 0;
}""",
    "a jump out of a call": """
static jmp_buf back;
static void f(int x) { if (x == 2) longjmp(back, 3); }
int main(void) {
  volatile int k = 0;
  int x = IN(), r = setjmp(back);
  if (r == 0) { k = 5; f(x); }
  if (x & 1) x = 1;
  if (r == 3 && k == 5) abort(); /* FAILS */
  return 0;
}""",
    "variables that live on": """
static int one(void) { static int n; return ++n; }
static int other(void) { static int n = 5; return ++n; }
int main(void) {
  int x = IN();
  if (x & 1) one();
  if (x & 2) other();
  if (one() == 2 && other() == 7) abort(); /* FAILS */
  return 0;
}""",
    "large structures by value": """
struct p { int a[10]; };
static struct p make(int a) { struct p p = {{0}}; p.a[3] = a; return p; }
static int use(struct p p) { return ++p.a[3]; }
int main(void) {
  int x = IN(), y;
  struct p p = make(0);
  if (x & 1) p = make(4);
  y = use(p);
  if (x & 2) y++;
  if (y == 6) abort(); /* FAILS */
  return 0;
}""",
    "memory that moves": """
int main(void) {
  int x = IN(), *p = malloc(8);
  p[0] = 1;
  p[1] = 2;
  if (x & 1) p = realloc(p, 400);
  if (x & 2) p[1] = 5;
  if (p[0] + p[1] == 6 && x == 3) abort(); /* FAILS */
  free(p);
  return 0;
}""",
    "memory that is given back twice": """
int main(void) {
  char *p = malloc(8), *q = malloc(8);
  int x = IN();
  if (x == 3) q = p;
  if (x & 1) x = 1;
  free(p);
  free(q); /* FAILS */
  return 0;
}""",
    "beyond an array, within its structure": """
struct { int a[4], guard; } s = {{0}, 1};
int main(void) {
  int i = 0, x = IN();
  if (x == 3) i = 4;
  if (x == 1) i = 2;
  s.a[i] = 5;
  if (s.guard != 1) abort(); /* FAILS */
  return 0;
}""",
    "arguments that do not fit": """
int f();
int main(void) {
  int x = IN(), r;
  if (x & 1) r = f(1, 2); else r = f(3);
  if (x & 2) r++;
  if (r == 4) abort(); /* FAILS */
  return 0;
}
int f(int a, int b) { return a == 3 ? 3 : a; }""",
    "a loop that reads": """
int main(void) {
  int s = 0;
  while (IN() != 0) {
    s += IN();
    if (s > 6) break;
  }
  if (s == 8) abort(); /* FAILS */
  return 0;
}""",
    "a volatile variable": """
volatile int v;
int main(void) {
  int x = IN();
  if (x & 1) v = 1;
  if (x & 2) v += 1;
  if (v == 2) abort(); /* FAILS */
  return 0;
}""",
}

# No input fails that Cuttle could find; but that nothing fails is more than it knows.
UNKNOWN = {
    "a pointer to memory that was given back": """
int main(void) {
  char *p = malloc(16), *q;
  if (IN() == 2) free(p);
  q = malloc(16);
  if (p == q) abort();
  return 0;
}""",
    "behind the end of an object": """
static int a[2], b[2];
int main(void) {
  int *p = a, *q = b;
  int x = IN();
  if (x == 2) p = a + 2;
  if (x == 3) q = b + 2;
  if (p == b || q == a) abort();
  return 0;
}""",
}


class TrickyTest(support.ProgramTest):
    def explore(self, text, *options):
        source = self.write("p.c", HEAD + text)
        self.cuttle("run", source, "--prune", "--json", "s.json", "--out", "campaign",
                    "--max-runs", "200", *options, expect=None)
        return json.loads((self.folder / "s.json").read_text(encoding="utf-8"))

    def test_what_fails_is_found(self):
        for number, (name, text) in enumerate(PROGRAMS.items()):
            strategy = ("dfs", "random", "cfg")[number % 3]
            with self.subTest(program=name, strategy=strategy):
                line = next(i for i, l in enumerate((HEAD + text).split("\n"), 1) if "FAILS" in l)
                summary = self.explore(text, "--strategy", strategy)
                self.assertFalse(summary["verified"])
                places = {int(bug["location"].rsplit(":", 1)[1]) for bug in summary["bugs"]}
                self.assertEqual(places, {line})

    def test_what_is_not_known_is_not_verified(self):
        for name, text in UNKNOWN.items():
            with self.subTest(program=name):
                summary = self.explore(text)
                self.assertFalse(summary["verified"])


if __name__ == "__main__":
    support.main()
