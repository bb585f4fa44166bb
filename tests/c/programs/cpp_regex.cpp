// SPDX-License-Identifier: Apache-2.0
// So much of the library that the compiler's effort is limited (languages/c/pass/effort.h).
// run: --stop-on-bug --max-runs 400
#include <cuttle/cuttle.h>

#include <regex>
#include <string>

int main() {
  char text[3];
  CUTTLE_input_array(text, 3);
  static const std::regex form("([a-c])=([0-9])");
  std::smatch found;
  const std::string line(text, 3);
  if (std::regex_match(line, found, form) && found[2] == "7") CUTTLE_assert(0);  // bug: assertion
}
// expect: not exhausted
