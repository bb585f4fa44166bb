// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace cuttle {

enum class Paint { bold, red, green, yellow, dim };

// The text in a colour of terminals, when `color` is wanted.
inline std::string painted(bool color, Paint paint, std::string_view text) {
  constexpr const char* codes[] = {"1", "1;31", "1;32", "1;33", "2"};
  if (!color) return std::string(text);
  return std::string("\033[") + codes[static_cast<int>(paint)] + "m" + std::string(text) +
         "\033[0m";
}

}  // namespace cuttle
