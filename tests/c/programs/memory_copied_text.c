// SPDX-License-Identifier: Apache-2.0
// The textbook overflow, by a copy of strcpy that nobody knows.
// run: --function greet --nonnull name
static void copy(char *to, const char *from) {
  while ((*to++ = *from++))  // bug: out-of-bounds
    ;
}

int greet(const char *name) {
  char buffer[6];
  copy(buffer, name);
  return buffer[0];
}
// expect: exhausted
// expect: bugs == 1
