// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace cuttle::prolog {

std::u32string decode_utf8(std::string_view text);
void append_utf8(std::string& out, char32_t code);
std::string encode_utf8(std::u32string_view codes);
size_t length_utf8(std::string_view text);  // in characters

}  // namespace cuttle::prolog
