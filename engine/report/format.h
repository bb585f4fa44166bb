// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cuttle {

std::string with_commas(uint64_t number);  // "12,345"
std::string seconds_text(double seconds);  // "0.3 ms", "1.25 s", "3 min 20 s", "2 h 5 min"
std::string percent_text(uint64_t part, uint64_t whole);  // "87%": 100% and 0% only when exact

// Text of the program under test must not reach a terminal as it is: control characters become
// \xNN, so that nothing but newlines moves the cursor.
std::string printable(std::string_view text);

// The words as one line that a shell reads back as the same words.
std::string shell_line(const std::vector<std::string>& words);

// "dir/f.c:12:5" -> file, line, column; line is 0 when there is none.
struct FileLine {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
};
FileLine parse_location(std::string_view location);

}  // namespace cuttle
