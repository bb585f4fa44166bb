// SPDX-License-Identifier: Apache-2.0
// std::string: comparison, search, concatenation, conversion to numbers.
#include <cuttle/cuttle.h>

#include <string>

int main() {
  char bytes[5];
  CUTTLE_input_array(bytes, 4);
  bytes[4] = 0;
  const std::string text(bytes, 4);
  if (text == "abcd") return 1;
  if (text.substr(0, 2) + "!" == "xy!") {
    CUTTLE_assert(text.find("zz") == std::string::npos);  // bug: assertion
    return 2;
  }
  return 0;
}
// expect: exhausted
