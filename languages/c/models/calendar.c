/* SPDX-License-Identifier: Apache-2.0 */

/* Days and times of day in UTC. Elsewhere (TZ) libc is asked, and what is symbolic is reported. */

#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "languages/c/models/models.h"

#define DAY 86400
#define LATEST (1ll << 40) /* beyond, in the year 36,812, libc is asked */

/* The day since 1970 of a day of the month, by years that begin in March. */
static int64_t day_of(int64_t year, int month, int64_t day) {
  const int64_t y = year - (month <= 2);
  const int64_t era = (y >= 0 ? y : y - 399) / 400;
  const unsigned of_era = (unsigned)(y - era * 400);
  const unsigned of_year = (153u * (unsigned)(month > 2 ? month - 3 : month + 9) + 2) / 5;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year + day - 1 - 719468;
}

static void set_day(struct tm* to, int64_t days) {
  const int64_t z = days + 719468, era = (z >= 0 ? z : z - 146096) / 146097;
  const unsigned day = (unsigned)(z - era * 146097);
  const unsigned year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
  const unsigned of_year = day - (365 * year + year / 4 - year / 100);
  const unsigned month = (5 * of_year + 2) / 153;
  const int64_t civil = (int64_t)year + era * 400 + (month >= 10);
  to->tm_mday = (int)(of_year - (153 * month + 2) / 5 + 1);
  to->tm_mon = (int)(month < 10 ? month + 2 : month - 10);
  to->tm_year = (int)(civil - 1900);
  to->tm_yday = (int)(days - day_of(civil, 1, 1));
  to->tm_wday = (int)((days % 7 + 11) % 7);
}

static struct tm* broken_down(time_t time, struct tm* to) {
  const int64_t days = (time >= 0 ? time : time - (DAY - 1)) / DAY;
  const int rest = (int)(time - days * DAY);
  set_day(to, days);
  to->tm_hour = rest / 3600;
  to->tm_min = rest / 60 % 60;
  to->tm_sec = rest % 60;
  to->tm_isdst = 0;
  to->tm_gmtoff = 0;
  to->tm_zone = "GMT";
  return to;
}

static int is_far(time_t time) {
  return (time > LATEST) | (time < -LATEST);
}

struct tm* MODEL(gmtime_r)(const time_t* time, struct tm* to) {
  if (is_far(*time)) {
    __cuttle_pin(time, sizeof(*time));
    return REAL(gmtime)(time, to);
  }
  return broken_down(*time, to);
}
SAME(__gmtime_r, gmtime_r);

static struct tm shared;

struct tm* MODEL(gmtime)(const time_t* time) {
  return __cuttle_model_gmtime_r(time, &shared);
}

struct tm* MODEL(localtime_r)(const time_t* time, struct tm* to) {
  if (is_far(*time) || !REAL(is_utc)()) {
    __cuttle_pin(time, sizeof(*time));
    return REAL(localtime)(time, to);
  }
  broken_down(*time, to);
  to->tm_zone = "UTC";
  return to;
}

struct tm* MODEL(localtime)(const time_t* time) {
  return __cuttle_model_localtime_r(time, &shared);
}

void cuttle_complete_day(struct tm* tm, int weekday) {
  const int64_t first = day_of(tm->tm_year + 1900ll, 1, 1);
  const int64_t day = day_of(tm->tm_year + 1900ll, tm->tm_mon + 1, tm->tm_mday);
  if (weekday) tm->tm_wday = (int)((day % 7 + 11) % 7);
  tm->tm_yday = (int)(day - first);
}

/* ---- The other way round --------------------------------------------------------------------- */

/* Members may be out of range: months make years, all else adds up. */
static time_t seconds_of(struct tm* tm) {
  const int64_t months = (int64_t)tm->tm_year * 12 + tm->tm_mon;
  const int64_t year = (months >= 0 ? months : months - 11) / 12;
  const int month = (int)(months - year * 12);
  const int64_t days = day_of(year + 1900, month + 1, 1) + tm->tm_mday - 1;
  return days * DAY + (int64_t)tm->tm_hour * 3600 + (int64_t)tm->tm_min * 60 + tm->tm_sec;
}

time_t MODEL(timegm)(struct tm* tm) {
  const time_t time = seconds_of(tm);
  if (is_far(time)) {
    __cuttle_pin(tm, sizeof(*tm));
    return REAL(timegm)(tm);
  }
  broken_down(time, tm);
  return time;
}

time_t MODEL(mktime)(struct tm* tm) {
  time_t time;
  if (!REAL(is_utc)() || is_far(time = seconds_of(tm))) {
    __cuttle_pin(tm, sizeof(*tm));
    return REAL(mktime)(tm);
  }
  broken_down(time, tm);
  tm->tm_zone = "UTC";
  return time;
}
SAME(timelocal, mktime);
