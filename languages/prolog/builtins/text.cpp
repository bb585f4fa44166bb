// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/builtins/text.h"

#include <cctype>
#include <charconv>
#include <cmath>

namespace cuttle::prolog {

CodePoints decode_utf8(std::string_view text) {
  CodePoints codes;
  for (size_t i = 0; i < text.size();) {
    auto c = static_cast<unsigned char>(text[i]);
    unsigned n = c < 0x80 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
    uint32_t code = n == 1 ? c : c & (0xFFu >> (n + 1));
    for (unsigned k = 1; k < n && i + k < text.size(); ++k)
      code = code << 6 | (static_cast<unsigned char>(text[i + k]) & 0x3F);
    codes.push_back(code);
    i += n;
  }
  return codes;
}

void append_utf8(std::string& out, uint32_t c) {
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

std::string encode_utf8(const CodePoints& codes) {
  std::string out;
  for (uint32_t c : codes) append_utf8(out, c);
  return out;
}

size_t length_utf8(std::string_view text) {
  size_t n = 0;
  for (char c : text) n += (c & 0xC0) != 0x80;
  return n;
}

std::string number_text(const Number& n) {
  if (auto* i = std::get_if<int64_t>(&n)) return std::to_string(*i);
  if (auto* d = std::get_if<double>(&n)) return float_text(*d);
  if (auto* q = std::get_if<mpq_class>(&n))
    return q->get_num().get_str() + "r" + q->get_den().get_str();
  return to_big(n).get_str();
}

namespace {

// A list of codes or characters: the first item says which. Fail when it is no proper list.
Status list_text(Machine& m, Cell list, std::string& out) {
  Store& store = m.store();
  Cell at = list, wrong = 0;
  bool first = true, chars = false;
  while (store.is_functor(at, m.symbols().list)) {
    Cell item = m.look_concrete(store.arg(at, 0), "text of a list");
    if (is_var_tag(tag_of(item))) return m.instantiation_error();
    bool is_char = tag_of(item) == Tag::atom && item != atom_cell(atoms::nil) &&
                   length_utf8(m.symbols().text(atom_of(item))) == 1;
    bool is_code = tag_of(item) == Tag::integer && int_of(item) >= 0 && int_of(item) <= 0x10FFFF;
    if (first) chars = is_char;
    first = false;
    if (is_code && !chars) {
      append_utf8(out, static_cast<uint32_t>(int_of(item)));
    } else if (is_char && chars) {
      out += m.symbols().text(atom_of(item));
    } else if (!wrong) {
      wrong = item;
    }
    at = m.look(store.arg(at, 1));
  }
  if (wrong && at == atom_cell(atoms::nil))
    return m.type_error(chars ? "character" : "character_code", wrong);
  if (is_var_tag(tag_of(at))) return m.instantiation_error();
  return at == atom_cell(atoms::nil) ? Status::ok : Status::fail;
}

}  // namespace

Status text_of(Machine& m, Cell c, TextKinds kinds, std::string& out) {
  c = m.look_concrete(c, "text of an integer");
  out.clear();
  switch (tag_of(c)) {
    case Tag::ref:
    case Tag::attvar:
      return m.instantiation_error();
    case Tag::atom:
      if (c == atom_cell(atoms::nil))  // the empty list
        return kinds == TextKinds::any ? Status::ok : Status::fail;
      out = m.symbols().text(atom_of(c));
      return Status::ok;
    case Tag::integer:
      out = std::to_string(int_of(c));
      return Status::ok;
    case Tag::box: {
      if (m.store().box_kind(c) == BoxKind::string) {
        out = m.store().string_of(c);
        return Status::ok;
      }
      Number n;
      to_number(m.store(), c, n);
      out = number_text(n);
      return Status::ok;
    }
    case Tag::compound:
      if (kinds == TextKinds::any) return list_text(m, c, out);
      return Status::fail;
    default:
      return Status::fail;
  }
}

Cell atom_from(Machine& m, std::string_view text) {
  return atom_cell(m.symbols().atom(text));
}

Cell codes_from(Machine& m, std::string_view text) {
  std::vector<Cell> cells;
  for (uint32_t c : decode_utf8(text)) cells.push_back(int_cell(c));
  return m.store().list(cells);
}

Cell chars_from(Machine& m, std::string_view text) {
  std::vector<Cell> cells;
  for (uint32_t c : decode_utf8(text)) {
    std::string one;
    append_utf8(one, c);
    cells.push_back(atom_from(m, one));
  }
  return m.store().list(cells);
}

namespace {

bool digits(std::string_view text, int base) {
  if (text.empty()) return false;
  for (char c : text) {
    int v = std::isdigit(static_cast<unsigned char>(c)) ? c - '0'
            : std::isalpha(static_cast<unsigned char>(c))
                ? std::tolower(static_cast<unsigned char>(c)) - 'a' + 10
                : 99;
    if (v >= base) return false;
  }
  return true;
}

// 0xff, 0o17, 0b101, 0'c, 16'ff; false when it is not one of these.
bool special(std::string_view t, Number& out) {
  auto in_base = [&](std::string_view text, int base) {
    if (!digits(text, base)) return false;
    out = normalised(mpz_class(std::string(text), base));
    return true;
  };
  if (t.size() > 2 && t[0] == '0') {
    if (t[1] == 'x') return in_base(t.substr(2), 16);
    if (t[1] == 'o') return in_base(t.substr(2), 8);
    if (t[1] == 'b') return in_base(t.substr(2), 2);
    if (t[1] == '\'') {
      CodePoints codes = decode_utf8(t.substr(2));
      if (codes.size() != 1) return false;
      out = static_cast<int64_t>(codes[0]);
      return true;
    }
  }
  size_t quote = t.find('\'');
  if (quote == std::string_view::npos || !digits(t.substr(0, quote), 10) || quote > 2) return false;
  int base = std::stoi(std::string(t.substr(0, quote)));
  return base >= 2 && base <= 36 && in_base(t.substr(quote + 1), base);
}

bool unsigned_number(std::string_view t, Number& out) {
  if (t.empty() || !std::isdigit(static_cast<unsigned char>(t[0])))
    return t == "inf" || t == "nan" ? (out = t == "inf" ? HUGE_VAL : std::nan(""), true) : false;
  if (special(t, out)) return true;
  std::string plain;  // 1_000_000 or 1 000 000
  bool whole_number = t.find_first_not_of("0123456789_ ") == std::string_view::npos;
  auto digit_at = [&](size_t i) {
    return i < t.size() && std::isdigit(static_cast<unsigned char>(t[i]));
  };
  for (size_t i = 0; i < t.size(); ++i) {
    bool separator = t[i] == '_' || (t[i] == ' ' && whole_number);
    if (separator && i > 0 && digit_at(i - 1) && digit_at(i + 1)) continue;
    plain += t[i];
  }
  if (digits(plain, 10)) {
    out = normalised(mpz_class(plain, 10));
    return true;
  }
  if (size_t r = plain.find('r'); r != std::string::npos) {
    if (!digits(plain.substr(0, r), 10) || !digits(plain.substr(r + 1), 10)) return false;
    mpq_class q(mpz_class(plain.substr(0, r)), mpz_class(plain.substr(r + 1)));
    if (q.get_den() == 0) return false;
    q.canonicalize();
    out = normalised(q);
    return true;
  }
  size_t dot = plain.find('.');
  size_t e = plain.find_first_of("eE");
  if (plain == "1.0Inf" || plain == "1.5NaN") {
    out = plain == "1.0Inf" ? HUGE_VAL : std::nan("");
    return true;
  }
  std::string whole = plain.substr(0, std::min(dot, e));
  if (!digits(whole, 10)) return false;
  if (dot != std::string::npos &&
      (dot > e || !digits(plain.substr(dot + 1, e == std::string::npos ? e : e - dot - 1), 10)))
    return false;
  if (e != std::string::npos) {
    size_t exponent = e + 1;
    if (exponent < plain.size() && (plain[exponent] == '+' || plain[exponent] == '-')) ++exponent;
    if (!digits(plain.substr(exponent), 10)) return false;
  }
  double value = 0;
  auto [end, error] = std::from_chars(plain.data(), plain.data() + plain.size(), value);
  if (end != plain.data() + plain.size() || error != std::errc()) return false;
  out = value;
  return true;
}

}  // namespace

bool parse_number(std::string_view t, Number& out) {
  while (!t.empty() && std::isspace(static_cast<unsigned char>(t[0]))) t.remove_prefix(1);
  bool negative = false;
  if (!t.empty() && (t[0] == '-' || t[0] == '+')) {
    negative = t[0] == '-';
    t.remove_prefix(1);
  }
  if (!unsigned_number(t, out)) return false;
  if (!negative) return true;
  if (is_float(out)) {
    out = -to_double(out);
  } else {
    out = normalised(mpq_class(-to_rational(out)));
  }
  return true;
}

}  // namespace cuttle::prolog
