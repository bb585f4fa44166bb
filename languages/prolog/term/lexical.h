// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace cuttle::prolog {

bool is_symbol_char(char c);  // one of #$&*+-./:<=>?@^~ and backslash
bool is_alphanumeric(char c);
bool is_alphanumeric_start(char c);
// Would the two characters, written next to each other, be read as one token?
bool would_join(char last, char next);
// Can the atom be written without quotes?
bool is_plain_atom(std::string_view text);

}  // namespace cuttle::prolog
