// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/term/lexical.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <string>

#include "languages/prolog/term/utf8.h"
#include "languages/prolog/term/writer.h"

namespace cuttle::prolog {

bool is_symbol_char(char c) {
  return std::string_view("#$&*+-./:<=>?@^~\\").find(c) != std::string_view::npos;
}

bool is_alphanumeric(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || (c & 0x80);
}

bool is_alphanumeric_start(char c) {
  return is_alphanumeric(c) || c == '\'';
}

bool would_join(char last, char next) {
  if (is_alphanumeric(last) && is_alphanumeric(next)) return true;
  if (is_symbol_char(last) && is_symbol_char(next)) return true;
  if (last == ',' && next != ' ') return false;
  return is_alphanumeric(last) && next == '(';
}

// Of the characters beyond ASCII those that surely are letters: Latin, Greek and Cyrillic ones.
static bool only_letters(std::string_view text) {
  for (char32_t c : decode_utf8(text)) {
    bool letter = c < 0x80 || (c >= 0xC0 && c <= 0x24F && c != 0xD7 && c != 0xF7) ||
                  (c >= 0x3B1 && c <= 0x3C9) || (c >= 0x400 && c <= 0x481);
    if (!letter) return false;
  }
  return true;
}

bool is_plain_atom(std::string_view text) {
  if (text.empty()) return false;
  if (text == "!" || text == ";" || text == "{}") return true;
  if (text == ",") return false;
  if (std::islower(static_cast<unsigned char>(text[0])))
    return std::all_of(text.begin(), text.end(), is_alphanumeric) && only_letters(text);
  return std::all_of(text.begin(), text.end(), is_symbol_char) && text.substr(0, 2) != "/*" &&
         text != ".";
}

std::string quoted_string(std::string_view text, char quote) {
  std::string out(1, quote);
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    // U+0080 to U+009F
    if (c == '\xC2' && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\x%x\\", static_cast<unsigned char>(text[++i]));
      out += escape;
      continue;
    }
    switch (c) {
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\t':
        out += "\\t";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\a':
        out += "\\a";
        break;
      case '\b':
        out += "\\b";
        break;
      case '\f':
        out += "\\f";
        break;
      case '\v':
        out += "\\v";
        break;
      case '\0':
        out += "\\000\\";
        break;
      default:
        if (c == quote) out += '\\';
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
          char escape[8];
          std::snprintf(escape, sizeof escape, "\\x%x\\", static_cast<unsigned char>(c));
          out += escape;
        } else {
          out += c;
        }
    }
  }
  return out += quote;
}

std::string quoted_atom(std::string_view text) {
  return is_plain_atom(text) && text != "[]" ? std::string(text)
         : text == "[]"                      ? "'[]'"
                                             : quoted_string(text, '\'');
}

std::string float_text(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  char buffer[40];
  for (int digits = 15; digits <= 17; ++digits) {
    std::snprintf(buffer, sizeof buffer, "%.*g", digits, value);
    double back = 0;
    std::from_chars(buffer, buffer + sizeof buffer, back);
    if (back == value || digits == 17) break;
  }
  std::string text = buffer;
  if (text.find_first_of(".e") == std::string::npos) return text + ".0";
  if (size_t e = text.find('e'); e != std::string::npos && text.find('.') == std::string::npos)
    text.insert(e, ".0");
  return text;
}

void Operators::set(std::string_view name, int priority, OpType type) {
  Table* table = &infix_;
  if (type == OpType::fy || type == OpType::fx) table = &prefix_;
  if (type == OpType::xf || type == OpType::yf) table = &postfix_;
  (*table)[std::string(name)] = {priority, type};
}

namespace {
constexpr const char* type_names[] = {"xfx", "xfy", "yfx", "fy", "fx", "xf", "yf"};
}

bool parse_op_type(std::string_view text, OpType& out) {
  for (int i = 0; i < 7; ++i) {
    if (text == type_names[i]) {
      out = static_cast<OpType>(i);
      return true;
    }
  }
  return false;
}

const char* to_string(OpType type) {
  return type_names[static_cast<int>(type)];
}

}  // namespace cuttle::prolog
