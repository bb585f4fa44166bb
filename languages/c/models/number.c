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

/* ---- Decimal fractions ----------------------------------------------------------------------- */

/* A number of few digits is digits * 10^exponent, rounded once, when both are exact in the type. */
typedef struct Decimal {
  const char* end; /* NULL: not of this kind */
  int negative;
  int digits;       /* without leading zeros */
  long significand; /* of up to 15 digits */
  int exponent;
} Decimal;

static const char* take_digits(const char* at, Decimal* d, int* any) {
  unsigned digit;
  while ((digit = digit_value(*at, 10)) < 10) {
    *any = 1;
    ++at;
    if (d->digits || digit) ++d->digits;
    if (d->digits <= 15) d->significand = d->significand * 10 + (long)digit;
  }
  return at;
}

/* `e`, a sign and digits, if they are there. The exponent selects a power: it is pinned. */
static const char* take_exponent(const char* at, Decimal* d) {
  int exponent = 0, negative = 0;
  const char* digits = at + 1;
  if ((*at | 32) != 'e') return at;
  if (*digits == '-' || *digits == '+') negative = *digits++ == '-';
  if (digit_value(*digits, 10) >= 10) return at;
  for (; digit_value(*digits, 10) < 10; ++digits)
    if (exponent < 10000) exponent = exponent * 10 + (int)digit_value(*digits, 10);
  __cuttle_pin(&exponent, sizeof(exponent));
  d->exponent += negative ? -exponent : exponent;
  return digits;
}

static Decimal decimal(const char* s) {
  Text text = start_of_number(s, 10);
  const Decimal other = {0};
  Decimal d = {0};
  int any = 0;
  const char *at, *point;
  if (REAL(decimal_point)() != '.') return other;
  at = text.at;
  if (((*at | 32) == 'i') | ((*at | 32) == 'n')) return other; /* infinity, NaN? */
  if (*at == '0' && (at[1] | 32) == 'x') return other;
  d.negative = text.negative;
  at = take_digits(at, &d, &any);
  if (*at == '.') {
    point = at;
    at = take_digits(at + 1, &d, &any);
    d.exponent = -(int)(at - point - 1);
    if (!any) at = point;
  }
  if (!any) d.negative = 0;
  d.end = any ? take_exponent(at, &d) : s;
  return d;
}

static double power_of_ten(int exponent) {
  double power = 1;
  while (exponent-- > 0) power *= 10;
  return power;
}

int cuttle_exact_double(const char* s, const char* end, double* value) {
  const Decimal d = decimal(s);
  if (d.end != end || d.digits > 15 || d.exponent < -22 || d.exponent > 22) return 0;
  *value = (double)d.significand;
  if (d.exponent < 0) *value /= power_of_ten(-d.exponent);
  if (d.exponent > 0) *value *= power_of_ten(d.exponent);
  if (d.negative) *value = -*value;
  return 1;
}

int cuttle_exact_float(const char* s, const char* end, float* value) {
  const Decimal d = decimal(s);
  if (d.end != end || d.digits > 7 || d.exponent < -10 || d.exponent > 10) return 0;
  *value = (float)d.significand;
  if (d.exponent < 0) *value /= (float)power_of_ten(-d.exponent);
  if (d.exponent > 0) *value *= (float)power_of_ten(d.exponent);
  if (d.negative) *value = -*value;
  return 1;
}

/* Others are not followed: the text is pinned to what it is. */
static void pin_number(const char* s, const char* end) {
  __cuttle_pin(s, (size_t)(end - s) + 1);
}

static int is_concrete(const char* s, const char* end) {
  return !__cuttle_any_symbolic(s, (size_t)(end - s) + 1);
}

double MODEL(strtod)(const char* s, char** end) {
  char* stop;
  double value = REAL(strtod)(s, &stop);
  if (!is_concrete(s, stop) && !cuttle_exact_double(s, stop, &value)) pin_number(s, stop);
  if (end) *end = stop;
  return value;
}
float MODEL(strtof)(const char* s, char** end) {
  char* stop;
  float value = REAL(strtof)(s, &stop);
  if (!is_concrete(s, stop) && !cuttle_exact_float(s, stop, &value)) pin_number(s, stop);
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

/* ---- Other names: with the locale, or with whether digits are grouped (nobody does) ---------- */

SAME(strtol_l, strtol);
SAME(__strtol_l, strtol);
SAME(__strtol_internal, strtol);
SAME(strtoul_l, strtoul);
SAME(__strtoul_l, strtoul);
SAME(__strtoul_internal, strtoul);
SAME(strtoll_l, strtoll);
SAME(__strtoll_l, strtoll);
SAME(__strtoll_internal, strtoll);
SAME(strtoq, strtoll);
SAME(strtoull_l, strtoull);
SAME(__strtoull_l, strtoull);
SAME(__strtoull_internal, strtoull);
SAME(strtouq, strtoull);
SAME(__isoc23_strtol_l, strtol);
SAME(__isoc23_strtoul_l, strtoul);
SAME(__isoc23_strtoll_l, strtoll);
SAME(__isoc23_strtoull_l, strtoull);
SAME(__isoc23_strtoimax, strtoimax);
SAME(__isoc23_strtoumax, strtoumax);
SAME(strtod_l, strtod);
SAME(__strtod_l, strtod);
SAME(__strtod_internal, strtod);
SAME(strtof64, strtod);
SAME(strtof64_l, strtod);
SAME(strtof32x, strtod);
SAME(strtof32x_l, strtod);
SAME(strtof_l, strtof);
SAME(__strtof_l, strtof);
SAME(__strtof_internal, strtof);
SAME(strtof32, strtof);
SAME(strtof32_l, strtof);
SAME(strtold_l, strtold);
SAME(__strtold_l, strtold);
SAME(__strtold_internal, strtold);
SAME(strtof64x, strtold);
SAME(strtof64x_l, strtold);
