// SPDX-License-Identifier: Apache-2.0
// The index is a number in every run; that it goes too far depends on the input.
#include <cuttle/cuttle.h>

static int table[4];

int main(void) {
  unsigned n;
  char name[8];
  int sum = 0;
  CUTTLE_input(n);
  CUTTLE_assume(n < 12);
  if (n % 2) {
    for (unsigned i = 0; i < n; i++) table[i % 6] = 1;  // bug: out-of-bounds
  } else {
    for (unsigned i = 0; i < n; i++) name[i] = 'x';  // bug: out-of-bounds
    for (unsigned i = 0; i < n; i++) sum += name[i];
  }
  return sum + table[0];
}
