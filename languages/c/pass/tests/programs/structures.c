/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct S1 {
  char a;
};
struct S3 {
  char a[3];
};
struct S8 {
  int a;
  float b;
};
struct S12 {
  int a, b, c;
};
struct S16 {
  double a;
  long b;
};
struct S17 {
  char a[17];
};
struct S24 {
  long a, b;
  double c;
};
struct S200 {
  int a[50];
};
union U {
  int i;
  double d;
  char c[12];
};

static struct S1 f1(struct S1 s) {
  s.a++;
  return s;
}
static struct S3 f3(struct S3 s, int k) {
  s.a[k] += s.a[0];
  return s;
}
static struct S8 f8(struct S8 s) {
  s.a = (int)s.b;
  s.b *= 2;
  return s;
}
static struct S12 f12(struct S12 s, struct S8 t) {
  s.c = s.a + s.b + t.a;
  return s;
}
static struct S16 f16(struct S16 s) {
  s.b += (long)s.a;
  return s;
}
static struct S17 f17(struct S17 s, struct S24 t) {
  s.a[16] = (char)t.b;
  return s;
}
static struct S24 f24(int a, long b, struct S24 s, double d, struct S200 big) {
  s.a += a + b;
  s.c = d + big.a[49];
  return s;
}
static struct S200 f200(struct S200 s, int at, int value) {
  s.a[at] = value;
  return s;
}
static union U fu(union U u) {
  u.c[0] ^= 1;
  return u;
}

static int sum(int n, int values[n]) {
  int copy[n];
  memcpy(copy, values, sizeof copy);
  int total = 0;
  for (int i = 0; i < n; ++i) total += copy[i];
  char* more = __builtin_alloca((size_t)n);
  memset(more, n, (size_t)n);
  return total + more[n - 1];
}

static int compare(const void* a, const void* b) {
  return ((const struct S8*)a)->a - ((const struct S8*)b)->a;
}

static struct S12 (*volatile pointer)(struct S12, struct S8) = f12;

int main(void) {
  struct S200 big = {{0}};
  big = f200(big, 49, 7);
  struct S17 s17 = {{"0123456789abcdef"}};
  struct S24 s24 = f24(1, 2, (struct S24){10, 20, 1.5}, 0.25, big);
  s17 = f17(s17, s24);
  union U u = {.d = 2.5};
  u = fu(u);
  printf("%d %d %d %g\n", f1((struct S1){4}).a, f3((struct S3){{1, 2, 3}}, 2).a[2],
         f8((struct S8){1, 2.5f}).a, f8((struct S8){1, 2.5f}).b);
  printf("%d %ld %d %ld %g %d %d\n", pointer((struct S12){1, 2, 0}, (struct S8){5, 0}).c,
         f16((struct S16){2.5, 4}).b, s17.a[16], s24.a, s24.c, big.a[49], u.c[0]);
  int values[] = {5, 4, 3, 2, 1};
  printf("%d\n", sum(5, values));
  struct S8 list[] = {{3, 1}, {1, 2}, {2, 3}};
  qsort(list, 3, sizeof list[0], compare);
  printf("%d%d%d %g\n", list[0].a, list[1].a, list[2].a, list[0].b);
  return 0;
}
