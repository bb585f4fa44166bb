/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* Instrumented C++ finds this before libstdc++'s header of the same name. The library's templates
 * (strings, streams) then become part of the program instead of being called in the shared library,
 * which is not instrumented. */

#include_next <bits/c++config.h>

#ifdef _GLIBCXX_EXTERN_TEMPLATE
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
#endif
