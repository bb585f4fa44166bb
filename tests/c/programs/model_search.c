// SPDX-License-Identifier: Apache-2.0
// An unknown character in a known alphabet: one path for all places where it may be found.
#include <cuttle/cuttle.h>
#include <string.h>

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

int main(void) {
  char text[4];
  unsigned value = 0;
  CUTTLE_input_array(text, 4);
  for (int i = 0; i < 4; i++) {
    const char *found = i % 2 ? strchr(alphabet, text[i]) : memchr(alphabet, text[i], 64);
    if (!found || !*found) return 1;
    value = value << 6 | (unsigned)(found - alphabet);
  }
  CUTTLE_assert(value != 0x435450);  // bug: assertion
  // The place itself is needed as a number here, so all of them are tried.
  const char *place = strchr("xyz", text[0]);
  if (place && strcmp(place, "z") == 0) return 2;
  return 0;
}
// expect: runs <= 20
// expect: branches all
// expect: exhausted
