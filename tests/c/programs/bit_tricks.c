// SPDX-License-Identifier: Apache-2.0
// What compilers have single instructions for.
#include <cuttle/cuttle.h>

int main(void) {
  unsigned x;
  int a, b, sum;
  CUTTLE_input(x);
  CUTTLE_input(a);
  CUTTLE_input(b);
  if (__builtin_popcount(x) == 31 && __builtin_clz(x | 1) == 1) return 1;
  if (__builtin_bswap32(x) == 0x04030201) return 2;
  if (x != 0 && __builtin_ctz(x) == 19) return 3;
  if (((x << 7) | (x >> 25)) == 0xdeadbeef) return 4;
  if (__builtin_bitreverse32(x) == 3) return 5;
  if (__builtin_add_overflow(a, b, &sum)) return 6;
  if (__builtin_mul_overflow(a, 1000, &sum)) return 7;
  if (__builtin_elementwise_max(a, b) == 77) return 8;
  if (__builtin_elementwise_add_sat(a, 2147483000) == 2147483647) return 9;
  return 0;
}
// expect: branches all
// expect: exhausted
