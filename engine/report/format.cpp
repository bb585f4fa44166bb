// SPDX-License-Identifier: Apache-2.0
#include "engine/report/format.h"

#include <charconv>
#include <cmath>
#include <cstdio>

namespace cuttle {

namespace {

std::string formatted(const char* format, double value) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}

// Takes ":NUMBER" off the end of `text`.
bool take_number(std::string_view& text, unsigned& number) {
  const size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0 || colon + 1 == text.size()) return false;
  unsigned value = 0;
  auto [end, error] = std::from_chars(text.data() + colon + 1, text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return false;
  number = value;
  text = text.substr(0, colon);
  return true;
}

}  // namespace

std::string with_commas(uint64_t number) {
  const std::string digits = std::to_string(number);
  std::string out;
  for (size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) out += ',';
    out += digits[i];
  }
  return out;
}

std::string seconds_text(double seconds) {
  if (!std::isfinite(seconds) || seconds < 0) seconds = 0;
  if (seconds < 0.0995) return formatted("%.2g ms", seconds * 1000);
  if (seconds < 9.995) return formatted("%.2f s", seconds);
  if (seconds < 99.95) return formatted("%.1f s", seconds);
  const uint64_t whole = static_cast<uint64_t>(std::llround(seconds));
  if (whole < 3600) return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
  return with_commas(whole / 3600) + " h " + std::to_string(whole % 3600 / 60) + " min";
}

std::string percent_text(uint64_t part, uint64_t whole) {
  if (whole == 0) return "-";
  double percent = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
  if (part < whole && percent > 99) percent = 99;
  if (part > 0 && percent < 1) percent = 1;
  return std::to_string(static_cast<int>(std::floor(percent))) + "%";
}

std::string printable(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const uint8_t c = static_cast<uint8_t>(text[i]);
    // 0xc2 0x80..0x9f is UTF-8 for the control characters above ASCII.
    const bool high_control =
        c == 0xc2 && i + 1 < text.size() && static_cast<uint8_t>(text[i + 1]) < 0xa0;
    if ((c >= 0x20 && c != 0x7f && !high_control) || c == '\n') {
      out += text[i];
    } else {
      out += "\\x";
      out += "0123456789abcdef"[c >> 4];
      out += "0123456789abcdef"[c & 15];
    }
  }
  return out;
}

std::string shell_line(const std::vector<std::string>& words) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
  std::string line;
  for (const std::string& word : words) {
    if (!line.empty()) line += ' ';
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) {
      line += word;
      continue;
    }
    line += '\'';
    for (char c : word) {
      if (c == '\'') line += "'\\'";  // ends the quotes, then a quote, then they start again
      line += c;
    }
    line += '\'';
  }
  return line;
}

FileLine parse_location(std::string_view location) {
  FileLine out;
  unsigned last = 0;
  if (take_number(location, last)) {
    if (take_number(location, out.line)) {
      out.column = last;
    } else {
      out.line = last;
    }
  }
  out.file = location;
  return out;
}

}  // namespace cuttle
