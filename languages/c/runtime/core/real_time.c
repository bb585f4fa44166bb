/* SPDX-License-Identifier: Apache-2.0 */

/* libc's own functions about time, for the models. What they store is concrete. */

#define _GNU_SOURCE
#include <locale.h>
#include <string.h>
#include <time.h>

#include "languages/c/runtime/modelling.h"

int __cuttle_real_is_utc(void) {
  tzset();
  return timezone == 0 && !daylight && !strcmp(tzname[0], "UTC");
}

static struct tm* stored(struct tm* result) {
  if (result) __cuttle_clear(result, sizeof(*result));
  return result;
}

struct tm* __cuttle_real_gmtime(const time_t* time, struct tm* to) {
  return stored(gmtime_r(time, to));
}
struct tm* __cuttle_real_localtime(const time_t* time, struct tm* to) {
  return stored(localtime_r(time, to));
}
time_t __cuttle_real_timegm(struct tm* tm) {
  stored(tm);
  return timegm(tm);
}
time_t __cuttle_real_mktime(struct tm* tm) {
  stored(tm);
  return mktime(tm);
}

int __cuttle_real_other_time_locale(void) {
  const char* name = setlocale(LC_TIME, NULL);
  return name && strcmp(name, "C") != 0 && strcmp(name, "POSIX") != 0;
}
size_t __cuttle_real_strftime(char* to, size_t size, const char* format, const struct tm* tm) {
  const size_t got = strftime(to, size, format, tm);
  if (got) __cuttle_clear(to, got + 1);
  return got;
}
char* __cuttle_real_strptime(const char* s, const char* format, struct tm* tm) {
  char* end = strptime(s, format, tm);
  stored(tm);
  return end;
}
