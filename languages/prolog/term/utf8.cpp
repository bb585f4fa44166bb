// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/term/utf8.h"

namespace cuttle::prolog {

std::u32string decode_utf8(std::string_view text) {
  std::u32string codes;
  for (size_t i = 0; i < text.size();) {
    auto c = static_cast<unsigned char>(text[i]);
    unsigned n = c < 0x80 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
    char32_t code = n == 1 ? c : c & (0xFFu >> (n + 1));
    for (unsigned k = 1; k < n && i + k < text.size(); ++k)
      code = code << 6 | (static_cast<unsigned char>(text[i + k]) & 0x3F);
    codes.push_back(code);
    i += n;
  }
  return codes;
}

void append_utf8(std::string& out, char32_t c) {
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0 | c >> 6);
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0 | c >> 12);
    out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | c >> 18);
    out += static_cast<char>(0x80 | (c >> 12 & 0x3F));
    out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  }
}

std::string encode_utf8(std::u32string_view codes) {
  std::string out;
  for (char32_t c : codes) append_utf8(out, c);
  return out;
}

size_t length_utf8(std::string_view text) {
  size_t n = 0;
  for (char c : text) n += (c & 0xC0) != 0x80;
  return n;
}

}  // namespace cuttle::prolog
