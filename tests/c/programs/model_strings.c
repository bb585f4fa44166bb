// SPDX-License-Identifier: Apache-2.0
// Functions of <string.h> on inputs; a comparison with a word is one choice.
#include <cuttle/cuttle.h>
#include <string.h>

int main(void) {
  char s[8], copy[8];
  CUTTLE_input_array(s, 8);
  s[7] = 0;
  if (strncmp(s, "key=", 4) != 0) return 1;
  strcpy(copy, s + 4);
  char *colon = strchr(copy, ':');
  if (!colon) return 2;
  if (strlen(colon) != 2) return 3;
  CUTTLE_assert(strcasecmp(colon, ":X") != 0);  // bug: assertion
  return 0;
}
// expect: branches all
// expect: exhausted
