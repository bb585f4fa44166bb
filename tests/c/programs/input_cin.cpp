// SPDX-License-Identifier: Apache-2.0
// Words and numbers from std::cin.
// run: --input stdin:5 --max-runs 600 --stop-on-bug
// expect: not exhausted
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>

int main() {
  std::map<std::string, int> sums;
  std::string word;
  int n;
  while (std::cin >> word >> n) sums[word] += n;
  if (sums.size() == 1 && sums.begin()->first == "ab" && sums.begin()->second == 37)
    std::abort();  // bug: abort
  std::cout << sums.size() << "\n";
}
