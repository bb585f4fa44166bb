// SPDX-License-Identifier: Apache-2.0
// FNV-1a of eight bytes, a multiplicative hash: `(h ^ c) * prime`.
#include <cuttle/cuttle.h>

int main(void) {
  unsigned char text[8];
  unsigned h = 2166136261u;
  CUTTLE_input_array(text, 8);
  for (int i = 0; i < 8; i++) h = (h ^ text[i]) * 16777619u;
  if (h == 0x12345678) return 1;
  return 0;
}
