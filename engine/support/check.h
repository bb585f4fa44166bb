// SPDX-License-Identifier: Apache-2.0
#pragma once

// An invariant of ours. Stays on in release builds; a failure is a bug in Cuttle, says so, and
// aborts (the campaign on disk stays valid).
#define CUTTLE_CHECK(condition, message)                                               \
  do {                                                                                 \
    if (!(condition)) ::cuttle::check_failed(__FILE__, __LINE__, #condition, message); \
  } while (false)

namespace cuttle {

[[noreturn]] void check_failed(const char* file, int line, const char* condition,
                               const char* message);

}  // namespace cuttle
