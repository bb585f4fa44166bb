// SPDX-License-Identifier: Apache-2.0
// Lines from std::cin, with a buffer of its own; the standard input is an input without a flag.
// run: --max-runs 600 --stop-on-bug
// expect: not exhausted
// expect: stderr the standard input is the input
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>

int main() {
  std::ios_base::sync_with_stdio(false);
  std::cin.tie(nullptr);
  std::string line;
  int lines = 0;
  while (std::getline(std::cin, line)) {
    std::istringstream words(line);
    int n = 0;
    if (words >> n && n == 42 && lines == 1) std::abort();  // bug: abort
    ++lines;
  }
}
