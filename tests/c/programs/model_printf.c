// SPDX-License-Identifier: Apache-2.0
// Text that is put together by sprintf and its kin is followed; numbers in it are pinned, with their
// place.
#define _GNU_SOURCE
#include <cuttle/cuttle.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int put(char *to, size_t size, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int length = vsnprintf(to, size, format, list);
  va_end(list);
  return length;
}

int main(void) {
  char name[4], kind, line[32], *made;
  int x;
  CUTTLE_input(name);
  CUTTLE_input(kind);
  CUTTLE_input(x);
  name[3] = 0;
  snprintf(line, sizeof line, "<%s:%c>%%", name, kind);
  if (strcmp(line, "<ab:z>%") == 0) {
    put(line, sizeof line, "%-4s|%4s|%.1s", name, "xy", name);
    CUTTLE_assert(strcmp(line, "ab  |  xy|a") == 0);
    if (asprintf(&made, "%c", kind) != 1) return 2;
    CUTTLE_assert(made[0] == 'z');
    free(made);
    return 1;
  }
  if (put(line, 3, "%s%s", name, name) == 6 && strcmp(line, "no") == 0)
    CUTTLE_assert(name[2] != 't');  // bug: assertion
  put(line, sizeof line, "%d", x);
  if (strcmp(line, "77") == 0) return 3;
  return 0;
}
// expect: incomplete concretised
// expect: stdout model_printf.c:14
