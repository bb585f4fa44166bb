// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/builtins/text.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

namespace cuttle::prolog {

std::string number_text(const Number& n) {
  if (auto* i = std::get_if<int64_t>(&n)) return std::to_string(*i);
  if (auto* d = std::get_if<double>(&n)) return float_text(*d);
  if (auto* q = std::get_if<mpq_class>(&n))
    return q->get_num().get_str() + "r" + q->get_den().get_str();
  return to_big(n).get_str();
}

Characters characters(std::string_view text) {
  Characters out;
  for (char32_t c : decode_utf8(text)) out.push_back({c, {}});
  return out;
}

bool all_known(const Characters& text) {
  return std::none_of(text.begin(), text.end(), [](const Character& c) { return c.unknown; });
}

std::string known_text(const Characters& text) {
  std::string out;
  for (const Character& c : text) append_utf8(out, c.code);
  return out;
}

namespace {

ExprId code_expr(Machine& m, const Character& c) {
  return c.unknown ? c.unknown : m.shadow()->skeleton().integers().constant(c.code);
}

// One item of a list: a code or a character. ok, fail (neither), or error (raised).
enum class Item { code, character };
Status list_item(Machine& m, Cell cell, Item& kind, Character& out) {
  Cell c = m.deref(cell);
  Shadow::Text text;
  if (tag_of(c) == Tag::symbolic && m.shadow()->open_text(c, text)) {
    kind = Item::character;
    if (text.kind != SymbolKind::atom || text.codes.size() != 1) return Status::fail;
    out.unknown = text.codes[0];
    return Status::ok;
  }
  c = m.look(c);
  if (is_var_tag(tag_of(c))) return m.instantiation_error();
  kind = Item::code;
  if (tag_of(c) == Tag::symbolic) {
    out.unknown = m.shadow()->integer_expr(c);
    Integers& integers = m.shadow()->skeleton().integers();
    ExprId valid =
        m.shadow()->pool().and_(integers.less_equal(integers.constant(0), out.unknown),
                                integers.less_equal(out.unknown, integers.constant(0x10FFFF)));
    return m.shadow()->choose(valid) ? Status::ok : Status::fail;
  }
  if (tag_of(c) == Tag::integer) {
    out.code = static_cast<char32_t>(int_of(c));
    return int_of(c) >= 0 && int_of(c) <= 0x10FFFF ? Status::ok : Status::fail;
  }
  if (tag_of(c) != Tag::atom || c == atom_cell(atoms::nil)) return Status::fail;
  std::u32string one = decode_utf8(m.symbols().text(atom_of(c)));
  if (one.size() != 1) return Status::fail;
  kind = Item::character;
  out.code = one[0];
  return Status::ok;
}

// A list of codes or characters: the first item says which. Fail when it is no proper list.
constexpr size_t longest_list = 5'000'000;
Status list_text(Machine& m, Cell list, Characters& out) {
  Store& store = m.store();
  Cell at = list, wrong = 0;
  bool chars = false;
  for (bool first = true; store.is_functor(at, m.symbols().list); first = false) {
    Cell item = store.arg(at, 0);
    Item kind = Item::code;
    Character c;
    Status s = list_item(m, item, kind, c);
    if (s == Status::error) return s;
    if (first) chars = s == Status::ok && kind == Item::character;
    if (s == Status::ok && chars == (kind == Item::character)) {
      out.push_back(c);
    } else if (!wrong) {
      wrong = item;
    }
    at = m.look(store.arg(at, 1));
    if (out.size() > longest_list) return m.unsupported("a cyclic list, or a very long one");
  }
  if (wrong && at == atom_cell(atoms::nil))
    return m.type_error(chars ? "character" : "character_code", m.deref(wrong));
  if (is_var_tag(tag_of(at))) return m.instantiation_error();
  return at == atom_cell(atoms::nil) ? Status::ok : Status::fail;
}

}  // namespace

bool same(Machine& m, const Characters& a, const Characters& b) {
  if (a.size() != b.size()) return false;
  Literal literal;
  for (size_t i = 0; i < a.size(); ++i) {
    if (!a[i].unknown && !b[i].unknown) {
      if (a[i].code != b[i].code) return false;
      continue;
    }
    Integers& integers = m.shadow()->skeleton().integers();
    literal.conditions.push_back({integers.equal(code_expr(m, a[i]), code_expr(m, b[i])), 0, 0});
  }
  return literal.conditions.empty() || m.shadow()->choose(literal);
}

bool choose_class(Machine& m, ExprId code, const std::function<bool(char32_t)>& test) {
  Shadow& shadow = *m.shadow();
  Integers& integers = shadow.skeleton().integers();
  ExprPool& pool = shadow.pool();
  ExprId some = pool.false_expr();
  for (char32_t c = 0; c < 0x80;) {
    char32_t end = c + 1;
    while (end < 0x80 && test(end) == test(c)) ++end;
    if (test(c))
      some = pool.or_(some, pool.and_(integers.less_equal(integers.constant(c), code),
                                      integers.less_equal(code, integers.constant(end - 1))));
    c = end;
  }
  return pool.is_constant(some) ? !pool.is_false(some) : shadow.choose(some);
}

// How many digits an unknown integer has is a choice, the digits follow from it.
static Characters integer_characters(Machine& m, ExprId x) {
  Shadow& shadow = *m.shadow();
  ExprPool& pool = shadow.pool();
  Integers& integers = shadow.skeleton().integers();
  Characters out;
  const mpz_class largest = mpz_class(1) << (pool.sort(x).width - 1);
  if (shadow.choose(integers.less(x, integers.constant(0)))) {
    out.push_back({U'-', {}});
    x = integers.negate(x);
  }
  mpz_class power = 10;
  for (; power <= largest; power *= 10) {
    if (shadow.choose(integers.less(x, integers.constant(power)))) break;
  }
  for (power /= 10; power > 0; power /= 10) {
    ExprId digit =
        integers.remainder(integers.quotient(x, integers.constant(power)), integers.constant(10));
    out.push_back({0, pool.add(pool.extract(digit, 0, 8), pool.bits(8, '0'))});
  }
  return out;
}

Status characters_of(Machine& m, Cell cell, TextKinds kinds, Characters& out) {
  Cell c = m.deref(cell);
  out.clear();
  Shadow::Text text;
  if (tag_of(c) == Tag::symbolic && m.shadow()->open_text(c, text)) {
    for (ExprId code : text.codes) out.push_back({0, code});
    return Status::ok;
  }
  c = m.look(c);
  if (tag_of(c) == Tag::symbolic) {
    constexpr unsigned widest = 64;
    if (ExprId x = m.shadow()->integer_expr(c); m.shadow()->pool().sort(x).width <= widest) {
      out = integer_characters(m, x);
      return Status::ok;
    }
    c = m.look_concrete(c, "text of a large integer");
  }
  switch (tag_of(c)) {
    case Tag::ref:
    case Tag::attvar:
      return m.instantiation_error();
    case Tag::atom:
      if (c == atom_cell(atoms::nil))  // the empty list
        return kinds == TextKinds::any ? Status::ok : Status::fail;
      out = characters(m.symbols().text(atom_of(c)));
      return Status::ok;
    case Tag::integer:
      out = characters(std::to_string(int_of(c)));
      return Status::ok;
    case Tag::box: {
      Number n;
      bool string = m.store().box_kind(c) == BoxKind::string;
      if (!string) to_number(m.store(), c, n);
      out = characters(string ? std::string(m.store().string_of(c)) : number_text(n));
      return Status::ok;
    }
    case Tag::compound:
      if (kinds == TextKinds::any) return list_text(m, c, out);
      return Status::fail;
    default:
      return Status::fail;
  }
}

Status text_of(Machine& m, Cell c, TextKinds kinds, std::string& out) {
  Characters text;
  Status s = characters_of(m, c, kinds, text);
  if (s != Status::ok) return s;
  out = all_known(text) ? known_text(text)
                        : m.symbols().text(atom_of(m.look(text_from(m, text, false))));
  return Status::ok;
}

std::string written(Machine& m, const Characters& text, bool read_back) {
  std::string out;
  for (const Character& c : text) {
    if (c.unknown && read_back) {
      append_utf8(out, beyond_unicode + static_cast<char32_t>(m.written_codes.size()));
      m.written_codes.push_back(c.unknown);
    } else {
      append_utf8(out, c.unknown ? static_cast<char32_t>(m.shadow()->inputs().evaluate(c.unknown))
                                 : c.code);
    }
  }
  return out;
}

Characters read_back(Machine& m, std::string_view written) {
  Characters out = characters(written);
  for (Character& c : out) {
    if (c.code >= beyond_unicode) c = {0, m.written_codes[c.code - beyond_unicode]};
  }
  return out;
}

bool is_nil(Machine& m, Cell c) {
  c = m.deref(c);
  if (tag_of(c) != Tag::symbolic) return c == atom_cell(atoms::nil);
  return m.shadow()->choose_kind(c, [](const Symbol& s) { return is_nil(s); });
}

Cell atom_from(Machine& m, std::string_view text) {
  return atom_cell(m.symbols().atom(text));
}

Cell text_from(Machine& m, const Characters& text, bool string) {
  if (all_known(text))
    return string ? m.store().string(known_text(text)) : atom_from(m, known_text(text));
  Shadow::Text unknown{string ? SymbolKind::string : SymbolKind::atom, {}};
  for (const Character& c : text) unknown.codes.push_back(code_expr(m, c));
  return m.shadow()->make_text(std::move(unknown));
}

Status need_no_number(Machine& m, Cell c) {
  c = m.deref(c);
  bool number = tag_of(c) == Tag::integer ||
                (tag_of(c) == Tag::box && m.store().box_kind(c) != BoxKind::string);
  if (tag_of(c) == Tag::symbolic) {
    number = m.shadow()->choose_kind(c, [](const Symbol& s) {
      return s.kind == SymbolKind::integer || s.kind == SymbolKind::floating;
    });
  }
  return number ? m.type_error("text", c) : Status::ok;
}

Cell codes_from(Machine& m, const Characters& text, Cell tail) {
  std::vector<Cell> cells;
  for (const Character& c : text) {
    int64_t code =
        c.unknown ? static_cast<int64_t>(m.shadow()->inputs().evaluate(c.unknown)) : c.code;
    cells.push_back(c.unknown ? m.shadow()->make_integer(c.unknown, int_cell(code))
                              : int_cell(code));
  }
  return m.store().list(cells, tail);
}

Cell chars_from(Machine& m, const Characters& text, Cell tail) {
  std::vector<Cell> cells;
  for (const Character& c : text) cells.push_back(text_from(m, {c}, false));
  return m.store().list(cells, tail);
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
      std::u32string codes = decode_utf8(t.substr(2));
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
  if (t.empty() || !std::isdigit(static_cast<unsigned char>(t[0]))) return false;
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

namespace {

// The integer that digits are, with an optional sign in front.
ExprId integer_value(Machine& m, const Characters& text, bool sign) {
  Integers& integers = m.shadow()->skeleton().integers();
  ExprPool& pool = m.shadow()->pool();
  ExprId value = integers.constant(0);
  for (size_t i = sign ? 1 : 0; i < text.size() && value; ++i) {
    ExprId digit = integers.subtract(code_expr(m, text[i]), integers.constant('0'));
    value = integers.multiply(value, integers.constant(10));
    if (value) value = integers.add(value, digit);
  }
  if (!sign || !value) return value;
  ExprId negative = integers.negate(value);
  if (!negative) return {};
  value = pool.sext(value, pool.sort(negative).width);
  return pool.ite(integers.equal(code_expr(m, text[0]), integers.constant('-')), negative, value);
}

bool all_digits(Machine& m, const Characters& text, size_t from, Literal& out) {
  Integers& integers = m.shadow()->skeleton().integers();
  for (size_t i = from; i < text.size(); ++i) {
    ExprId code = code_expr(m, text[i]);
    out.conditions.push_back({integers.less_equal(integers.constant('0'), code), 0, 0});
    out.conditions.push_back({integers.less_equal(code, integers.constant('9')), 0, 0});
  }
  return from < text.size() && m.shadow()->choose(out);
}

}  // namespace

// Integers with a sign are followed; of other numbers the characters are taken as they are.
bool parse_number(Machine& m, const Characters& text, Number& out) {
  if (all_known(text)) return parse_number(known_text(text), out);
  Shadow& shadow = *m.shadow();
  Integers& integers = shadow.skeleton().integers();
  for (bool sign : {false, true}) {
    Literal literal;
    if (sign) {
      ExprId first = code_expr(m, text[0]);
      literal.conditions.push_back(
          {shadow.pool().or_(integers.equal(first, integers.constant('-')),
                             integers.equal(first, integers.constant('+'))),
           0, 0});
    }
    if (!all_digits(m, text, sign ? 1 : 0, literal)) continue;
    ExprId value = integer_value(m, text, sign);
    if (!value) break;
    std::string digits;
    for (const Character& c : text)
      append_utf8(digits,
                  c.unknown ? static_cast<char32_t>(shadow.inputs().evaluate(c.unknown)) : c.code);
    parse_number(digits, out);
    out = SymbolicInteger{value, to_big(out)};
    return true;
  }
  auto starts_number = [](char32_t c) {
    return std::isdigit(static_cast<int>(c)) || std::isspace(static_cast<int>(c)) || c == '+' ||
           c == '-';
  };
  if (!choose_class(m, code_expr(m, text[0]), starts_number)) return false;
  std::string plain;
  text_of(m, text_from(m, text, false), TextKinds::atomic, plain);
  return parse_number(plain, out);
}

}  // namespace cuttle::prolog
