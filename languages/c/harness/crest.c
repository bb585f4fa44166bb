/* SPDX-License-Identifier: Apache-2.0 */

/* What CREST's own header declares. With ours (include/crest.h) the inputs keep their names. */

#include "languages/c/runtime/harness.h"

#define CREST(name, type, text)                   \
  HARNESS void __Crest##name(type* x) {           \
    __cuttle_input(x, sizeof(*x), "crest", text); \
  }

CREST(UChar, unsigned char, "unsigned char")
CREST(UShort, unsigned short, "unsigned short")
CREST(UInt, unsigned, "unsigned int")
CREST(Char, char, "char")
CREST(Short, short, "short")
CREST(Int, int, "int")
