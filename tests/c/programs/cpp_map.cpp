// SPDX-License-Identifier: Apache-2.0
// std::map and std::unordered_map with unknown keys.
#include <cuttle/cuttle.h>

#include <map>
#include <unordered_map>

int main() {
  unsigned char key;
  int other;
  CUTTLE_input(key);
  CUTTLE_input(other);
  std::map<int, int> ordered = {{3, 30}, {50, 500}, {100, 1000}};
  const auto found = ordered.find(key);
  if (found != ordered.end() && found->second == 500) return 1;
  std::unordered_map<int, int> hashed = {{7, 70}, {1234567, 1}};
  CUTTLE_assert(hashed.count(other) == 0 || hashed[other] != 1);  // bug: assertion
  return 0;
}
// expect: exhausted
