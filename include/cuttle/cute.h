/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* The names of CUTE, for programs written for it. */

#include <cuttle/cuttle.h>

#define CUTE_input(x) CUTTLE_input(x)
#define CUTE_input_array(p, n) CUTTLE_input_array(p, n)
#define CUTE_assume(e) CUTTLE_assume(e)
#define CUTE_assert(e) CUTTLE_assert(e)
