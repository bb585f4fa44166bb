// SPDX-License-Identifier: Apache-2.0
#include "engine/support/check.h"

#include <cstdio>
#include <cstdlib>

namespace cuttle {

void check_failed(const char* file, int line, const char* condition, const char* message) {
  std::fprintf(stderr,
               "cuttle: internal error at %s:%d: %s (%s)\n"
               "This is a bug in Cuttle, not in your program; please report it. What the campaign "
               "found so far is saved.\n",
               file, line, message, condition);
  std::abort();
}

}  // namespace cuttle
