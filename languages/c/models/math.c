/* SPDX-License-Identifier: Apache-2.0 */

/* Functions of libm that the compiler leaves alone because they set errno: with -fno-math-errno
 * they are operations that the pass follows. (floor, fabs, fmax and such are always.) */

#include <errno.h>

#include "languages/c/models/models.h"

/* errno follows the values of the run, without a choice in the path. */
__attribute__((disable_sanitizer_instrumentation, noinline)) void __cuttle_domain_error(
    int condition) {
  if (condition) errno = EDOM;
}

double MODEL(sqrt)(double x) {
  __cuttle_domain_error(x < 0);
  return __builtin_sqrt(x);
}
float MODEL(sqrtf)(float x) {
  __cuttle_domain_error(x < 0);
  return __builtin_sqrtf(x);
}

double MODEL(fmod)(double x, double y) {
  __cuttle_domain_error(y == 0);
  return __builtin_fmod(x, y);
}
float MODEL(fmodf)(float x, float y) {
  __cuttle_domain_error(y == 0);
  return __builtin_fmodf(x, y);
}

long MODEL(lround)(double x) {
  return __builtin_lround(x);
}
long MODEL(lroundf)(float x) {
  return __builtin_lroundf(x);
}
long long MODEL(llround)(double x) {
  return __builtin_llround(x);
}
long long MODEL(llroundf)(float x) {
  return __builtin_llroundf(x);
}
long MODEL(lrint)(double x) {
  return __builtin_lrint(x);
}
long MODEL(lrintf)(float x) {
  return __builtin_lrintf(x);
}
long long MODEL(llrint)(double x) {
  return __builtin_llrint(x);
}
long long MODEL(llrintf)(float x) {
  return __builtin_llrintf(x);
}
