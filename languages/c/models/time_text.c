/* SPDX-License-Identifier: Apache-2.0 */

/* Times as text, in the C locale. Conversions that are not here are libc's, and reported. */

#define _GNU_SOURCE
#include <string.h>
#include <time.h>

#include "languages/c/models/models.h"

int __cuttle_model_strncasecmp(const char* a, const char* b, size_t size);

static const char months[12][10] = {"January",   "February", "March",    "April",
                                    "May",       "June",     "July",     "August",
                                    "September", "October",  "November", "December"};
static const char days[7][10] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                 "Thursday", "Friday", "Saturday"};

/* Conversions that are others in short. */
static const char* longer(char conversion) {
  switch (conversion) {
    case 'D':
      return "%m/%d/%y";
    case 'F':
      return "%Y-%m-%d";
    case 'R':
      return "%H:%M";
    case 'T':
      return "%H:%M:%S";
    default:
      return NULL;
  }
}

static int all_among(const char* format, const char* known) {
  for (; *format; ++format) {
    const char* at = known;
    if (*format != '%') continue;
    ++format;
    while (*at && *at != *format) ++at;
    if (!*at) return 0;
  }
  return 1;
}

/* ---- Writing --------------------------------------------------------------------------------- */

typedef struct Text {
  char* to;
  size_t size, used;
  int strange; /* a member is out of its range */
} Text;

static void put(Text* text, char c) {
  if (text->used < text->size) text->to[text->used] = c;
  text->used++;
}

static void put_number(Text* text, int value, int digits, char fill) {
  const unsigned limit = digits == 4 ? 10000 : digits == 3 ? 1000 : 100;
  unsigned part = limit / 10;
  int leading = 1;
  if ((unsigned)value >= limit) {
    text->strange = 1;
    return;
  }
  for (; part; part /= 10) {
    const char digit = (char)('0' + (unsigned)value / part % 10);
    leading = leading && fill == ' ' && part > 1 && digit == '0';
    put(text, leading ? ' ' : digit);
  }
}

static void put_name(Text* text, const char (*names)[10], unsigned count, int which, int most) {
  int i;
  if ((unsigned)which >= count) {
    text->strange = 1;
    return;
  }
  for (i = 0; i < most && names[which][i]; ++i) put(text, names[which][i]);
}

static void convert(Text* text, char conversion, const struct tm* tm);

static void put_all(Text* text, const char* format, const struct tm* tm) {
  for (; *format && !text->strange; ++format)
    if (*format == '%')
      convert(text, *++format, tm);
    else
      put(text, *format);
}

static void convert_day(Text* text, char conversion, const struct tm* tm) {
  switch (conversion) {
    case 'a':
      put_name(text, days, 7, tm->tm_wday, 3);
      break;
    case 'A':
      put_name(text, days, 7, tm->tm_wday, 9);
      break;
    case 'b':
    case 'h':
      put_name(text, months, 12, tm->tm_mon, 3);
      break;
    case 'B':
      put_name(text, months, 12, tm->tm_mon, 9);
      break;
    case 'd':
      put_number(text, tm->tm_mday, 2, '0');
      break;
    case 'e':
      put_number(text, tm->tm_mday, 2, ' ');
      break;
    case 'j':
      put_number(text, tm->tm_yday + 1, 3, '0');
      break;
    case 'm':
      put_number(text, tm->tm_mon + 1, 2, '0');
      break;
    case 'y':
      put_number(text, tm->tm_year + 1900, 4, '0');
      text->used -= 4;
      put_number(text, (tm->tm_year + 1900) % 100, 2, '0');
      break;
    default:
      put_number(text, tm->tm_year + 1900, 4, '0');
      text->strange |= tm->tm_year + 1900 < 1000; /* fewer digits */
  }
}

static void convert(Text* text, char conversion, const struct tm* tm) {
  if (longer(conversion)) return put_all(text, longer(conversion), tm);
  switch (conversion) {
    case 'H':
      return put_number(text, tm->tm_hour, 2, '0');
    case 'M':
      return put_number(text, tm->tm_min, 2, '0');
    case 'S':
      return put_number(text, tm->tm_sec, 2, '0');
    case 'n':
      return put(text, '\n');
    case 't':
      return put(text, '\t');
    case '%':
      return put(text, '%');
    default:
      return convert_day(text, conversion, tm);
  }
}

size_t MODEL(strftime)(char* to, size_t size, const char* format, const struct tm* tm) {
  Text text = {to, size, 0, 0};
  const int known = !REAL(other_time_locale)() && all_among(format, "aAbhBdejmyYHMSntDFRT%");
  if (known) put_all(&text, format, tm);
  if (!known || text.strange) {
    __cuttle_pin(tm, sizeof(*tm));
    __cuttle_pin(format, REAL(strnlen)(format, (size_t)-1));
    return REAL(strftime)(to, size, format, tm);
  }
  if (text.used >= size) return 0;
  to[text.used] = 0;
  return text.used;
}

/* ---- Reading --------------------------------------------------------------------------------- */

static int is_space(char c) {
  return (c == ' ') | ((unsigned)c - '\t' < 5);
}

/* Up to so many digits, between two bounds; NULL: that is not there. */
static const char* get_number(const char* s, int least, int most, int digits, int* value) {
  int n = 0;
  *value = 0;
  while (*s == ' ') ++s;
  if ((unsigned)*s - '0' > 9) return NULL;
  for (; n < digits && (unsigned)*s - '0' <= 9; ++n) {
    *value = *value * 10 + (*s++ - '0');
    if (*value > most) return NULL;
  }
  return *value >= least ? s : NULL;
}

/* The whole name, or its first three letters. */
static const char* get_name(const char* s, const char (*names)[10], int count, int* which) {
  int i;
  for (i = 0; i < count; ++i) {
    const size_t size = __cuttle_model_strlen(names[i]);
    *which = i;
    if (__cuttle_model_strncasecmp(s, names[i], size) == 0) return s + size;
    if (__cuttle_model_strncasecmp(s, names[i], 3) == 0) return s + 3;
  }
  return NULL;
}

typedef struct Found {
  int day, weekday; /* something of them was said */
} Found;

static const char* get_all(const char* s, const char* format, struct tm* tm, Found* found);

static const char* get_day(const char* s, char conversion, struct tm* tm, Found* found) {
  int value;
  const char* rest;
  switch (conversion) {
    case 'a':
    case 'A':
      found->weekday = 1;
      return get_name(s, days, 7, &tm->tm_wday);
    case 'b':
    case 'B':
    case 'h':
      found->day = 1;
      return get_name(s, months, 12, &tm->tm_mon);
    case 'd':
    case 'e':
      found->day = 1;
      return get_number(s, 1, 31, 2, &tm->tm_mday);
    case 'm':
      found->day = 1;
      if ((rest = get_number(s, 1, 12, 2, &value))) tm->tm_mon = value - 1;
      return rest;
    case 'y':
      found->day = 1;
      if ((rest = get_number(s, 0, 99, 2, &value))) tm->tm_year = value >= 69 ? value : value + 100;
      return rest;
    default:
      found->day = 1;
      if ((rest = get_number(s, 0, 9999, 4, &value))) tm->tm_year = value - 1900;
      return rest;
  }
}

static const char* get_one(const char* s, char conversion, struct tm* tm, Found* found) {
  if (longer(conversion)) return get_all(s, longer(conversion), tm, found);
  switch (conversion) {
    case 'H':
      return get_number(s, 0, 23, 2, &tm->tm_hour);
    case 'M':
      return get_number(s, 0, 59, 2, &tm->tm_min);
    case 'S':
      return get_number(s, 0, 61, 2, &tm->tm_sec);
    case 'n':
    case 't':
      while (is_space(*s)) ++s;
      return s;
    case '%':
      return *s == '%' ? s + 1 : NULL;
    default:
      return get_day(s, conversion, tm, found);
  }
}

static const char* get_all(const char* s, const char* format, struct tm* tm, Found* found) {
  for (; *format && s; ++format) {
    if (is_space(*format)) {
      while (is_space(*s)) ++s;
    } else if (*format != '%') {
      s = *s == *format ? s + 1 : NULL;
    } else {
      s = get_one(s, *++format, tm, found);
    }
  }
  return s;
}

char* MODEL(strptime)(const char* s, const char* format, struct tm* tm) {
  Found found = {0, 0};
  const char* end;
  if (REAL(other_time_locale)() || !all_among(format, "aAbhBdemyYHMSntDFRT%")) {
    __cuttle_pin(s, REAL(strnlen)(s, (size_t)-1) + 1);
    __cuttle_pin(format, REAL(strnlen)(format, (size_t)-1));
    return REAL(strptime)(s, format, tm);
  }
  end = get_all(s, format, tm, &found);
  if (end && found.day) cuttle_complete_day(tm, !found.weekday);
  return (char*)end;
}
SAME(strptime_l, strptime);
SAME(strftime_l, strftime);
SAME(__strftime_l, strftime);
