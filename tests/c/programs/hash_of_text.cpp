// SPDX-License-Identifier: Apache-2.0
// std::hash of a text is followed.
#include <cuttle/cuttle.h>

#include <functional>
#include <string_view>

int main() {
  char text[2];
  CUTTLE_input_array(text, 2);
  const std::size_t hash = std::hash<std::string_view>{}(std::string_view(text, 2));
  const char known[2] = {'o', 'k'};
  if (hash == std::hash<std::string_view>{}(std::string_view(known, 2)))
    __builtin_trap();  // bug: abort
  return 0;
}
