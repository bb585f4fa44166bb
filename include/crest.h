/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* Programs written for CREST run in Cuttle as they are. */

#include <cuttle/cuttle.h>

#define CREST_unsigned_char(x) CUTTLE_CREST_(x, "unsigned char")
#define CREST_unsigned_short(x) CUTTLE_CREST_(x, "unsigned short")
#define CREST_unsigned_int(x) CUTTLE_CREST_(x, "unsigned int")
#define CREST_char(x) CUTTLE_CREST_(x, "char")
#define CREST_short(x) CUTTLE_CREST_(x, "short")
#define CREST_int(x) CUTTLE_CREST_(x, "int")

#define CUTTLE_CREST_(x, type) __cuttle_input((void*)&(x), sizeof(x), #x, type)
