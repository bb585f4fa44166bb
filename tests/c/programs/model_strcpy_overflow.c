// SPDX-License-Identifier: Apache-2.0
// A string that is too long for where it is copied to.
#include <cuttle/cuttle.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char name[12];
  CUTTLE_input_array(name, 12);
  name[11] = 0;
  char *copy = malloc(8);
  if (!copy) return 1;
  strcpy(copy, name);  // bug: out-of-bounds
  free(copy);
  return 0;
}
// expect: unconfirmed
