// SPDX-License-Identifier: Apache-2.0
// Vectors are followed lane by lane, also through intrinsics of SSE.
#include <cuttle/cuttle.h>
#include <emmintrin.h>

typedef int four __attribute__((vector_size(16)));

int main(void) {
  int in[4];
  unsigned char text[16];
  CUTTLE_input_array(in, 4);
  CUTTLE_input_array(text, 16);
  four v = {in[0], in[1], in[2], in[3]};
  v = v * 3 + (four){1, 2, 3, 4};
  if (v[0] + v[3] == 100)
    if (v[1] == 32) return 1;
  __m128i needle = _mm_set1_epi8('q');
  __m128i found = _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)text), needle);
  if (_mm_movemask_epi8(found) == 0x8001) return 2;
  return 0;
}
// expect: paths == 5
// expect: branches all
// expect: exhausted
