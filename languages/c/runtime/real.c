/* SPDX-License-Identifier: Apache-2.0 */

/* libc's own functions for the models, which are compiled with the pass and would otherwise be
 * redirected to themselves. */

#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "languages/c/runtime/runtime.h"

size_t __cuttle_real_strnlen(const char* s, size_t most) {
  return strnlen(s, most);
}
void* __cuttle_real_malloc(size_t size) {
  return malloc(size);
}
void __cuttle_real_free(void* p) {
  free(p);
}
double __cuttle_real_strtod(const char* s, char** end) {
  return strtod(s, end);
}
float __cuttle_real_strtof(const char* s, char** end) {
  return strtof(s, end);
}
long double __cuttle_real_strtold(const char* s, char** end) {
  return strtold(s, end);
}
