// SPDX-License-Identifier: Apache-2.0
// Days and times as text are followed in the C locale.
// run: --input stdin:10
// expect: exhausted
// expect: no incomplete external-call
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int main(void) {
  char line[12] = {0}, text[16];
  struct tm day = {0};
  if (fread(line, 1, 10, stdin) != 10) return 1;
  const char* end = strptime(line, "%Y-%m-%d", &day);
  if (!end || *end) return 2;
  strftime(text, sizeof text, "%b %d", &day);
  if (day.tm_year == 124 && !strcmp(text, "Feb 29")) abort();  // bug: abort
  return 0;
}
