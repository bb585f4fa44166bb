/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

static int bit_scan(unsigned value) {
  int result;
  __asm__("bsrl %1, %0" : "=r"(result) : "r"(value) : "cc");
  return result;
}

static void store(long* where, long value) {
  __asm__ volatile("movq %1, %0" : "=m"(*where) : "r"(value) : "memory");
}

static int is_negative(int value) {
  __asm__ goto("testl %0, %0; js %l[negative]" : : "r"(value) : "cc" : negative);
  return 0;
negative:
  return 1;
}

static int resolved(void) {
  return 5;
}
static int (*resolve(void))(void) {
  return resolved;
}
int indirect(void) __attribute__((ifunc("resolve")));
int original(int x) {
  return x + 1;
}
int other_name(int x) __attribute__((alias("original")));
__attribute__((weak)) int replaceable(void) {
  return 3;
}
static int started;
__attribute__((constructor)) static void start(void) {
  started = 1;
}

int main(void) {
  long place = 1;
  store(&place, 77);
  printf("%d %ld %d %d\n", bit_scan(1000), place, is_negative(-5), is_negative(5));
  printf("%d %d %d %d\n", indirect(), other_name(1), replaceable(), started);
  return 0;
}
