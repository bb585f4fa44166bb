/* SPDX-License-Identifier: Apache-2.0 */

/* From text to numbers. */

#include <errno.h>
#include <limits.h>

#include "languages/c/models/models.h"

/* 0 to 35, or more when it is no digit of that base; without branches. */
static unsigned digit_value(char c, unsigned base) {
  const unsigned decimal = (unsigned char)c - (unsigned)'0';
  const unsigned letter = ((unsigned char)c | 32u) - (unsigned)'a';
  const unsigned is_decimal = 0u - (decimal < 10), is_letter = 0u - (letter < 26);
  if (base <= 10) return decimal;
  return (decimal & is_decimal) | ((letter + 10) & is_letter) | (99u & ~(is_decimal | is_letter));
}

static int is_space(char c) {
  return (c == ' ') | ((unsigned char)c - 9u < 5u);
}

typedef struct Text {
  const char* at;
  int negative;
  int base;
} Text;

/* Space, sign and prefix. */
static Text start_of_number(const char* s, int base) {
  Text text = {s, 0, base};
  while (is_space(*text.at)) ++text.at;
  if (*text.at == '-') {
    text.negative = 1;
    ++text.at;
  } else if (*text.at == '+') {
    ++text.at;
  }
  if ((base == 0 || base == 16) && text.at[0] == '0' && (text.at[1] | 32) == 'x' &&
      digit_value(text.at[2], 16) < 16) {
    text.at += 2;
    text.base = 16;
  } else if (base == 0) {
    text.base = text.at[0] == '0' ? 8 : 10;
  }
  return text;
}

/* The magnitude; *overflow when it is more than `most`. */
static unsigned long magnitude(Text* text, unsigned long most, int* overflow, int* any) {
  const unsigned base = (unsigned)text->base;
  const int bits_per_digit = 32 - __builtin_clz(base - 1);
  unsigned long value = 0;
  int digits = 0;
  unsigned digit;
  *overflow = 0;
  while ((digit = digit_value(*text->at, base)) < base) {
    /* Few digits always fit: no need to ask. */
    if (++digits * bits_per_digit > 63 && value > (most - digit) / base) *overflow = 1;
    value = value * base + digit;
    ++text->at;
  }
  *any = digits > 0;
  return value;
}

static int bad_base(int base, const char* s, char** end) {
  if (base == 0 || (base >= 2 && base <= 36)) return 0;
  if (end) *end = (char*)s;
  errno = EINVAL;
  return 1;
}

long MODEL(strtol)(const char* s, char** end, int base) {
  Text text;
  unsigned long value, most;
  int overflow, any;
  if (bad_base(base, s, end)) return 0;
  text = start_of_number(s, base);
  most = (unsigned long)LONG_MAX + (unsigned long)text.negative;
  value = magnitude(&text, most, &overflow, &any);
  if (end) *end = (char*)(any ? text.at : s);
  if (overflow) {
    errno = ERANGE;
    return text.negative ? LONG_MIN : LONG_MAX;
  }
  return (long)(text.negative ? 0 - value : value);
}

unsigned long MODEL(strtoul)(const char* s, char** end, int base) {
  Text text;
  unsigned long value;
  int overflow, any;
  if (bad_base(base, s, end)) return 0;
  text = start_of_number(s, base);
  value = magnitude(&text, ULONG_MAX, &overflow, &any);
  if (end) *end = (char*)(any ? text.at : s);
  if (overflow) {
    errno = ERANGE;
    return ULONG_MAX;
  }
  return text.negative ? 0 - value : value;
}

long long MODEL(strtoll)(const char* s, char** end, int base) {
  return __cuttle_model_strtol(s, end, base);
}
unsigned long long MODEL(strtoull)(const char* s, char** end, int base) {
  return __cuttle_model_strtoul(s, end, base);
}
intmax_t MODEL(strtoimax)(const char* s, char** end, int base) {
  return __cuttle_model_strtol(s, end, base);
}
uintmax_t MODEL(strtoumax)(const char* s, char** end, int base) {
  return __cuttle_model_strtoul(s, end, base);
}
/* The names that newer headers give them. */
long MODEL(__isoc23_strtol)(const char* s, char** end, int base) {
  return __cuttle_model_strtol(s, end, base);
}
unsigned long MODEL(__isoc23_strtoul)(const char* s, char** end, int base) {
  return __cuttle_model_strtoul(s, end, base);
}
long long MODEL(__isoc23_strtoll)(const char* s, char** end, int base) {
  return __cuttle_model_strtol(s, end, base);
}
unsigned long long MODEL(__isoc23_strtoull)(const char* s, char** end, int base) {
  return __cuttle_model_strtoul(s, end, base);
}

int MODEL(atoi)(const char* s) {
  return (int)__cuttle_model_strtol(s, NULL, 10);
}
long MODEL(atol)(const char* s) {
  return __cuttle_model_strtol(s, NULL, 10);
}
long long MODEL(atoll)(const char* s) {
  return __cuttle_model_strtol(s, NULL, 10);
}

/* Decimal fractions are not followed: the text is pinned to what it is. */
static void pin_number(const char* s, const char* end) {
  __cuttle_pin(s, (size_t)(end - s) + 1);
}

double MODEL(strtod)(const char* s, char** end) {
  char* stop;
  const double value = REAL(strtod)(s, &stop);
  pin_number(s, stop);
  if (end) *end = stop;
  return value;
}
float MODEL(strtof)(const char* s, char** end) {
  char* stop;
  const float value = REAL(strtof)(s, &stop);
  pin_number(s, stop);
  if (end) *end = stop;
  return value;
}
long double MODEL(strtold)(const char* s, char** end) {
  char* stop;
  const long double value = REAL(strtold)(s, &stop);
  pin_number(s, stop);
  if (end) *end = stop;
  return value;
}
double MODEL(atof)(const char* s) {
  return __cuttle_model_strtod(s, NULL);
}
