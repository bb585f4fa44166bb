// SPDX-License-Identifier: Apache-2.0
// Objects of the standard library are made by the library alone: made up ones would show bugs that
// are none. Refused, also inside of a structure and behind a pointer.
// run: --function count
// run: --function longest
#include <string>
#include <vector>

int count(const std::string& text) {
  int n = 0;
  for (char c : text) n += c == 'a';
  return n;
}

struct Lines {
  int width;
  std::vector<int>* lengths;
};

int longest(Lines lines) {
  int most = lines.width;
  for (int length : *lines.lengths)
    if (length > most) most = length;
  return most;
}
// expect: exit 2
// expect: stderr which only the library can make
