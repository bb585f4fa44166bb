// SPDX-License-Identifier: Apache-2.0
// Letters are classified and converted through a locale's facets, which are objects of libstdc++.
// run: --input stdin:4
// expect: exhausted
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <locale>
#include <string>

int main() {
  const std::locale locale;
  std::string word(4, ' ');
  const ssize_t size = read(0, word.data(), word.size());
  if (size != 4) return 0;
  if (!std::all_of(word.begin(), word.end(), [&](char c) { return std::isalpha(c, locale); }))
    return 1;
  std::string lower = word;
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [&](char c) { return std::tolower(c, locale); });
  if (lower == "stop") assert(word == "stop");  // bug: assertion
  std::use_facet<std::ctype<char>>(locale).toupper(word.data(), word.data() + word.size());
  assert(word != "BETA");  // bug: assertion
}
