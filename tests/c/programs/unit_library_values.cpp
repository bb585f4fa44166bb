// SPDX-License-Identifier: Apache-2.0
// Classes of the standard library that are plain values are inputs like any other.
// run: --function late
#include <array>
#include <cstdlib>
#include <utility>

int late(std::pair<int, short> time, const std::array<char, 2>& zone) {
  if (time.first == 23 && time.second > 58 && zone[1] == 'Z') abort();  // bug: abort
  return 0;
}
// expect: exhausted
