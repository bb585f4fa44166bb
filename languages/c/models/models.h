/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* Models of libc functions: plain C that is compiled with the pass, so that it is symbolic by
 * itself. A model must behave as the function it stands for; where nothing symbolic is involved it
 * calls the real one. Instrumented code calls `__cuttle_model_NAME` for NAME (runtime.h has the
 * list); within this library REAL(NAME) is libc's.
 *
 * Branches in here are choices of the run, but not the user's code: the files are compiled under
 * the name `cuttle:/...`, which keeps them out of coverage. */

#include <stddef.h>
#include <stdint.h>

#include "languages/c/runtime/modelling.h"

/* Weak: a program's own function of that name wins (see modelled.h). */
#define MODEL(name) __attribute__((weak, visibility("default"))) __cuttle_model_##name

/* libc's function (runtime/real.c). */
#define REAL(name) __cuttle_real_##name
