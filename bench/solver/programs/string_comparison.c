// SPDX-License-Identifier: Apache-2.0
// Which command is this?
#include <cuttle/cuttle.h>

static int same(const char* a, const char* b) {
  while (*a == *b && *a != '\0') {
    a++;
    b++;
  }
  return *a == *b;
}

int main(void) {
  static const char* const words[] = {"cuttlefish", "squid",    "octopus",  "cut",
                                      "cuttle",     "nautilus", "squirrel", "october"};
  char input[12];
  CUTTLE_input_array(input, 12);
  input[11] = '\0';
  for (int i = 0; i < 8; i++) {
    if (same(input, words[i])) return i;
  }
  return -1;
}
