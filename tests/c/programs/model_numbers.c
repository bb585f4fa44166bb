// SPDX-License-Identifier: Apache-2.0
// Text that has to be a certain number.
#include <cuttle/cuttle.h>
#include <ctype.h>
#include <stdlib.h>

int main(void) {
  char text[5];
  CUTTLE_input_array(text, 5);
  text[4] = 0;
  if (!isdigit((unsigned char)text[0])) return 1;
  char *end;
  long n = strtol(text, &end, 10);
  CUTTLE_assert(!(n == 731 && *end == 'q'));  // bug: assertion
  return 0;
}
// expect: input text = "731q"
