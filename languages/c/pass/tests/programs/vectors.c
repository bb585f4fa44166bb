/* SPDX-License-Identifier: Apache-2.0 */
#include <emmintrin.h>
#include <stdio.h>
#include <string.h>

typedef int v4si __attribute__((ext_vector_type(4)));
typedef float v8sf __attribute__((vector_size(32)));
typedef unsigned char v16qi __attribute__((vector_size(16)));
typedef _Bool b8 __attribute__((ext_vector_type(8)));

static v4si mix(v4si a, v4si b, int k) {
  v4si c = a * b + k;
  c = (a > b) ? c : -c;
  c[k & 3] ^= 255;
  return __builtin_shufflevector(c, a, 3, 0, 5, 6);
}

static unsigned length(const char* text) {
  unsigned n = 0;
  for (;; n += 16) {
    const __m128i block = _mm_loadu_si128((const __m128i*)(text + n));
    const int mask = _mm_movemask_epi8(_mm_cmpeq_epi8(block, _mm_setzero_si128()));
    if (mask) return n + (unsigned)__builtin_ctz((unsigned)mask);
  }
}

int main(void) {
  v4si a = {1, 2, 3, 4}, b = {4, 3, 2, 1};
  for (int i = 0; i < 6; ++i) a = mix(a, b, i);
  printf("%d %d %d %d\n", a[0], a[1], a[2], a[3]);
  v8sf f = {1, 2, 3, 4, 5, 6, 7, 8};
  f = f * f - 2.5f;
  float sum = 0;
  for (int i = 0; i < 8; ++i) sum += f[i];
  v16qi bytes;
  memset(&bytes, 7, sizeof bytes);
  bytes[3] = 200;
  bytes += bytes;
  b8 bits = {1, 0, 1, 1, 0, 0, 1, 0};
  bits[1] = bits[0] & bits[2];
  int set = 0;
  for (int i = 0; i < 8; ++i) set = set * 2 + bits[i];
  char text[64] = "a text whose length is looked for with SSE";
  printf("%g %d %d %d %u\n", sum, bytes[3], bytes[4], set, length(text));
  __m128d d = _mm_set_pd(2.0, 9.0);
  d = _mm_sqrt_pd(_mm_add_pd(d, d));
  double out[2];
  _mm_storeu_pd(out, d);
  printf("%.4f %.4f %d\n", out[0], out[1], _mm_cvtsd_si32(d));
  return 0;
}
