/* SPDX-License-Identifier: Apache-2.0 */
#include <complex.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>

typedef unsigned __int128 u128;

static u128 power(u128 base, unsigned exponent) {
  u128 result = 1;
  for (; exponent; exponent >>= 1, base *= base)
    if (exponent & 1) result *= base;
  return result;
}

struct Bits {
  unsigned a : 3, b : 7;
  signed c : 5;
  unsigned long d : 40;
  _Bool e : 1;
};

int main(void) {
  u128 p = power(7, 40);
  printf("%lx%016lx %lu %lu\n", (unsigned long)(p >> 64), (unsigned long)p,
         (unsigned long)(p / 1000007), (unsigned long)(p % 1000007));
  __int128 negative = -(__int128)p;
  printf("%ld %d\n", (long)(negative >> 70), negative < 0);
  long double x = 1.0L / 3;
  for (int i = 0; i < 5; ++i) x = x * x + 1.5L;
  printf("%.10Lg %d\n", x, x > 1e3L);
  double y = -2.5;
  printf("%g %g %g %g %g %g\n", fabs(y), floor(y), ceil(y), trunc(y), rint(y), fmod(7.5, y));
  printf("%d %d %d %d\n", isnan(NAN), NAN == NAN, signbit(y) != 0, isinf(INFINITY));
  printf("%g %g %g\n", fma(2.0, 3.0, 4.0), fmin(1, y), copysign(3.0, y));
  float f = 16777216.0f;
  f += 1;
  printf("%.1f %ld %u %d\n", f, lround(2.5), (unsigned)3e9, (int)-3.99);
  double complex z = 1 + 2 * I;
  z = z * z / (3 - I);
  printf("%g %g\n", creal(z), cimag(z));
  struct Bits bits = {5, 100, -7, 0xabcdef1234, 1};
  bits.a += 6;
  bits.c -= 12;
  bits.d <<= 3;
  bits.b ^= bits.a;
  printf("%u %u %d %lx %d\n", bits.a, bits.b, bits.c, (unsigned long)bits.d, bits.e);
  int overflow;
  const int over = __builtin_mul_overflow(100000, 100000, &overflow);
  printf("%d %d %d %d\n", over, overflow, __builtin_popcountll(~0ull), __builtin_clz(1000));
  printf("%x %lx %u\n", __builtin_bswap32(0x12345678), __builtin_bswap64(0x123456789abcdef0),
         __builtin_rotateleft32(0x80000001u, 4));
  _Float16 half = 1.5f16;
  half *= 3;
  printf("%g\n", (double)half);
  return 0;
}
