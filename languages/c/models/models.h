/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* Models of libc functions: plain C that is compiled with the pass, so that it is symbolic by
 * itself. A model must behave as the function it stands for; where nothing symbolic is involved it
 * calls the real one. Instrumented code calls `__cuttle_model_NAME` for NAME (modelled.h has
 * the list); within this library REAL(NAME) is libc's.
 *
 * Branches in here are choices of the run, but not the user's code: the files are compiled under
 * the name `cuttle:/...`, which keeps them out of coverage. */

#include <stddef.h>
#include <stdint.h>

#include "languages/c/runtime/modelling.h"

/* Weak: a program's own function of that name wins (see modelled.h). */
#define MODEL(name) __attribute__((weak, visibility("default"))) __cuttle_model_##name

/* Another name of a model (in the file that has the model): the same code, at the same address.
 * Parameters that only the other one has come last and are of no consequence. */
#define SAME(other, name) CUTTLE_SAME_MODEL(other, name)

/* libc's own: a fortified function has found that there is not enough room. */
void __chk_fail(void) __attribute__((noreturn));

/* Models that others are made of. */
size_t __cuttle_model_strlen(const char* s);
size_t __cuttle_model_strnlen(const char* s, size_t most);
void* __cuttle_model_malloc(size_t size);
double __cuttle_model_strtod(const char* s, char** end);
float __cuttle_model_strtof(const char* s, char** end);
long double __cuttle_model_strtold(const char* s, char** end);

/* What strtod finds in the text from s to end, if a few digits make it exact; 0 otherwise. */
int cuttle_exact_double(const char* s, const char* end, double* value);
int cuttle_exact_float(const char* s, const char* end, float* value);

/* The day of the year, and of the week if that is wanted, of a year, month and day. */
struct tm;
void cuttle_complete_day(struct tm* tm, int weekday);

/* libc's function (runtime/core/real.c). */
#define REAL(name) __cuttle_real_##name
