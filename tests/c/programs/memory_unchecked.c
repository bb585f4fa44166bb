// SPDX-License-Identifier: Apache-2.0
// The same mistake goes unnoticed when no run is checked, unless it covers something new.
// run: --function greet --nonnull name --no-memory-checks
static void copy(char *to, const char *from) {
  while ((*to++ = *from++))
    ;
}

int greet(const char *name) {
  char buffer[6];
  copy(buffer, name);
  return buffer[0];
}
// expect: not exhausted
// expect: bugs == 0
