// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/term/print.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>

namespace cuttle::erlang {
namespace {

bool is_reserved(std::string_view name) {
  constexpr std::string_view words[] = {
      "after", "and",   "andalso", "band",   "begin",   "bnot", "bor", "bsl",  "bsr", "bxor",
      "case",  "catch", "cond",    "div",    "else",    "end",  "fun", "if",   "let", "maybe",
      "not",   "of",    "or",      "orelse", "receive", "rem",  "try", "when", "xor"};
  return std::find(std::begin(words), std::end(words), name) != std::end(words);
}

std::string escaped(char c, char quote) {
  switch (c) {
    case '\n':
      return "\\n";
    case '\t':
      return "\\t";
    case '\r':
      return "\\r";
    case '\\':
      return "\\\\";
    default:
      break;
  }
  if (c == quote) return {'\\', c};
  auto code = static_cast<unsigned char>(c);
  if (code >= ' ' && code != 127) return {c};
  char octal[8];
  std::snprintf(octal, sizeof octal, "\\x{%X}", code);
  return octal;
}

std::string quoted(std::string_view text, char quote) {
  std::string out(1, quote);
  for (char c : text) out += escaped(c, quote);
  return out + quote;
}

bool is_printable(unsigned c) {
  return (c >= ' ' && c < 127) || c == '\n' || c == '\t' || c == '\r';
}

// "abc", or empty.
std::string as_string(const Term& list) {
  if (!list.is_proper_list() || list.length() == 0) return {};
  std::string text;
  for (size_t i = 0; i < list.length(); ++i) {
    const Term& item = list.items[i];
    if (!item.is_integer() || item.integer < 0 || item.integer > 126) return {};
    auto c = static_cast<unsigned>(item.integer.get_ui());
    if (!is_printable(c)) return {};
    text += static_cast<char>(c);
  }
  return quoted(text, '"');
}

std::string joined(const std::vector<Term>& items, size_t count, const TermText& special) {
  std::string out;
  for (size_t i = 0; i < count; ++i) out += (i ? "," : "") + to_text(items[i], special);
  return out;
}

std::string list_text(const Term& list, const TermText& special) {
  if (std::string text = as_string(list); !text.empty()) return text;
  std::string out = "[" + joined(list.items, list.length(), special);
  if (!list.is_proper_list()) out += "|" + to_text(list.items.back(), special);
  return out + "]";
}

std::string map_text(const Term& map, const TermText& special) {
  std::string out = "#{";
  for (size_t i = 0; i < map.items.size(); i += 2)
    out += (i ? "," : "") + to_text(map.items[i], special) + " => " +
           to_text(map.items[i + 1], special);
  return out + "}";
}

std::string bits_text(const Term& bits) {
  const std::string& bytes = bits.text;
  const bool readable = !bytes.empty() && bits.unused_bits == 0 &&
                        std::all_of(bytes.begin(), bytes.end(), [](char c) {
                          return is_printable(static_cast<unsigned char>(c));
                        });
  if (readable) return "<<" + quoted(bytes, '"') + ">>";
  std::string out = "<<";
  for (size_t i = 0; i < bytes.size(); ++i) {
    unsigned byte = static_cast<unsigned char>(bytes[i]);
    const bool part = bits.unused_bits != 0 && i + 1 == bytes.size();
    out += (i ? "," : "") + std::to_string(part ? byte >> bits.unused_bits : byte);
    if (part) out += ":" + std::to_string(8 - bits.unused_bits);
  }
  return out + ">>";
}

// The shortest that reads back as the same number; Erlang wants digits on both sides of the point.
std::string float_text(double value) {
  std::array<char, 64> buffer;
  auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  std::string text(buffer.data(), end);
  if (text.find('.') != std::string::npos) return text;
  size_t exponent = text.find('e');
  if (exponent == std::string::npos) return text + ".0";
  return text.insert(exponent, ".0");
}

}  // namespace

std::string atom_text(std::string_view name) {
  auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '@';
  };
  const bool bare = !name.empty() && name[0] >= 'a' && name[0] <= 'z' &&
                    std::all_of(name.begin(), name.end(), plain) && !is_reserved(name);
  return bare ? std::string(name) : quoted(name, '\'');
}

std::string to_text(const Term& term, const TermText& special) {
  if (special) {
    if (std::optional<std::string> text = special(term)) return *text;
  }
  switch (term.kind) {
    case TermKind::integer:
      return term.integer.get_str();
    case TermKind::floating:
      return float_text(term.floating);
    case TermKind::atom:
      return atom_text(term.text);
    case TermKind::tuple:
      return "{" + joined(term.items, term.items.size(), special) + "}";
    case TermKind::map:
      return map_text(term, special);
    case TermKind::nil:
      return "[]";
    case TermKind::cons:
      return list_text(term, special);
    case TermKind::bitstring:
      return bits_text(term);
    case TermKind::fun:
      if (term.items.size() != 3) return "#Fun<>";
      return "fun " + to_text(term.items[0]) + ":" + to_text(term.items[1]) + "/" +
             to_text(term.items[2]);
    case TermKind::reference:
      return "#Ref<>";
    case TermKind::port:
      return "#Port<>";
    case TermKind::pid:
      return "#Pid<>";
  }
  return {};
}

}  // namespace cuttle::erlang
