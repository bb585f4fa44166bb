// SPDX-License-Identifier: Apache-2.0
// A function that is not instrumented is called where an exception would have to be dealt with.
#include <cuttle/cuttle.h>

// Of libc, and not followed.
extern "C" int number_in_text(const char *) __asm__("a64l");

struct Guard {
  int *count;
  ~Guard() { ++*count; }
};

int main() {
  char text[4] = {};
  int count = 0;
  CUTTLE_input_array(text, 3);
  Guard guard{&count};
  long number = number_in_text(text);
  return number == 77 ? 1 : 0;
}
// expect: not exhausted
// expect: incomplete external-call
