// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <cwctype>
#include <functional>

#include "languages/prolog/builtins/builtins.h"
#include "languages/prolog/builtins/text.h"

namespace cuttle::prolog {

void add_character_builtins(Program& p);

namespace {

Status yes(bool holds) {
  return holds ? Status::ok : Status::fail;
}

char32_t upper(char32_t c) {
  if (c < 0x80) return static_cast<char32_t>(std::toupper(static_cast<int>(c)));
  return static_cast<char32_t>(std::towupper(static_cast<wint_t>(c)));
}
char32_t lower(char32_t c) {
  if (c < 0x80) return static_cast<char32_t>(std::tolower(static_cast<int>(c)));
  return static_cast<char32_t>(std::towlower(static_cast<wint_t>(c)));
}

// For unknown characters: the letters from `first` to `first` + 25 move by `by`.
ExprId moved(Machine& m, ExprId code, char32_t first, int by) {
  ExprPool& pool = m.shadow()->pool();
  Integers& integers = m.shadow()->skeleton().integers();
  ExprId letter = pool.and_(integers.less_equal(integers.constant(first), code),
                            integers.less_equal(code, integers.constant(first + 25)));
  ExprId other = integers.add(code, integers.constant(by));
  return pool.ite(letter, other, pool.sext(code, pool.sort(other).width));
}

template <char32_t (*change)(char32_t)>
Character changed(Machine& m, const Character& c) {
  if (!c.unknown) return {change(c.code), {}};
  bool up = change(U'a') == U'A';
  return {0, moved(m, c.unknown, up ? U'a' : U'A', up ? -32 : 32)};
}

// Characters beyond ASCII are taken as they are in this run.
Character in_ascii(Machine& m, const Character& c) {
  if (!c.unknown || m.shadow()->pool().sort(c.unknown).width <= 8) return c;
  if (choose_class(m, c.unknown, [](char32_t) { return true; })) return c;
  return {decode_utf8(m.symbols().text(atom_of(m.look(text_from(m, {c}, false)))))[0], {}};
}

template <char32_t (*change)(char32_t), bool string>
Status change_case(Machine& m, Cell* args) {
  Characters text;
  Status s = characters_of(m, args[0], TextKinds::any, text);
  if (s == Status::ok && text.empty() && is_nil(m, args[0]))
    return m.type_error("atom", m.deref(args[0]));
  if (s != Status::ok) return s == Status::fail ? m.type_error("atomic", m.deref(args[0])) : s;
  for (Character& c : text) c = changed<change>(m, in_ascii(m, c));
  return yes(m.unify(args[1], text_from(m, text, string)));
}

// Character classes of char_type/2 and code_type/2 without arguments.
bool in_class(char32_t c, const std::string& type) {
  int a = c < 0x80 ? static_cast<int>(c) : -1;
  if (type == "alnum") return a >= 0 ? std::isalnum(a) : std::iswalnum(c);
  if (type == "alpha") return a >= 0 ? std::isalpha(a) : std::iswalpha(c);
  if (type == "csym") return a >= 0 ? std::isalnum(a) || a == '_' : std::iswalnum(c);
  if (type == "csymf") return a >= 0 ? std::isalpha(a) || a == '_' : std::iswalpha(c);
  if (type == "digit") return a >= 0 && std::isdigit(a);
  if (type == "space" || type == "white")
    return type == "white" ? a == ' ' || a == '\t' : a >= 0 && std::isspace(a);
  if (type == "upper") return a >= 0 ? std::isupper(a) : std::iswupper(c);
  if (type == "lower") return a >= 0 ? std::islower(a) : std::iswlower(c);
  if (type == "punct") return a >= 0 && std::ispunct(a);
  if (type == "graph") return a >= 0 ? std::isgraph(a) : true;
  if (type == "print") return a >= 0 ? std::isprint(a) : true;
  if (type == "cntrl") return a >= 0 && std::iscntrl(a);
  if (type == "ascii") return a >= 0;
  if (type == "end_of_line") return a == '\n' || a == '\r' || a == 0x0B || a == 0x0C;
  if (type == "newline") return a == '\n';
  if (type == "period") return a == '.' || a == '!' || a == '?';
  if (type == "quote") return a == '\'' || a == '"' || a == '`';
  if (type == "paren") return a == '(' || a == ')' || a == '[' || a == ']' || a == '{' || a == '}';
  return false;
}

constexpr const char* classes[] = {"alnum",       "alpha",   "csym",   "csymf", "digit",
                                   "space",       "white",   "upper",  "lower", "punct",
                                   "graph",       "print",   "cntrl",  "ascii", "quote",
                                   "end_of_line", "newline", "period", "paren"};

bool is_class(const std::string& name) {
  return std::find(std::begin(classes), std::end(classes), name) != std::end(classes);
}

bool holds(Machine& m, const Character& c, const std::function<bool(char32_t)>& test) {
  return c.unknown ? choose_class(m, c.unknown, test) : test(c.code);
}

int weight(char32_t c) {
  if (c >= '0' && c <= '9') return static_cast<int>(c - '0');
  bool letter = c < 0x80 && std::isxdigit(static_cast<int>(c));
  return letter ? std::tolower(static_cast<int>(c)) - 'a' + 10 : -1;
}

// The value of a (hexadecimal) digit, which the character is known to be.
Cell weight_cell(Machine& m, const Character& c) {
  if (!c.unknown) return int_cell(weight(c.code));
  Shadow& shadow = *m.shadow();
  Integers& integers = shadow.skeleton().integers();
  ExprId lower = moved(m, c.unknown, U'A', 32);
  ExprId digit = integers.subtract(lower, integers.constant('0'));
  ExprId letter = integers.subtract(lower, integers.constant('a' - 10));
  ExprId value =
      shadow.pool().ite(integers.less_equal(lower, integers.constant('9')), digit, letter);
  return shadow.make_integer(
      value, int_cell(weight(static_cast<char32_t>(shadow.inputs().evaluate(c.unknown)))));
}

// Types with an argument: digit(Weight), upper(Lower), to_lower(Upper), ...
template <bool codes>
Status type_with_argument(Machine& m, const Character& c, const std::string& name, Cell arg) {
  auto is = [&](bool (*test)(char32_t)) { return holds(m, c, test); };
  auto result = [&](const Character& other) {
    Cell list = codes ? codes_from(m, {other}) : chars_from(m, {other});
    return yes(m.unify(arg, m.store().arg(list, 0)));
  };
  if (name == "digit")
    return yes(is([](char32_t x) { return weight(x) >= 0 && weight(x) < 10; }) &&
               m.unify(arg, weight_cell(m, c)));
  if (name == "xdigit")
    return yes(is([](char32_t x) { return weight(x) >= 0; }) && m.unify(arg, weight_cell(m, c)));
  // As SWI-Prolog has it: the character is the lower case of the argument.
  if (name == "to_lower") return result(changed<upper>(m, c));
  if (name == "to_upper") return result(changed<lower>(m, c));
  if (name == "upper")
    return is([](char32_t x) { return upper(x) == x && lower(x) != x; })
               ? result(changed<lower>(m, c))
               : Status::fail;
  if (name == "lower")
    return is([](char32_t x) { return lower(x) == x && upper(x) != x; })
               ? result(changed<upper>(m, c))
               : Status::fail;
  return m.unsupported("char_type " + name);
}

template <bool codes>
Status has_type(Machine& m, const Character& c, Cell type) {
  if (tag_of(type) == Tag::atom) {
    const std::string& name = m.symbols().text(atom_of(type));
    if (!is_class(name)) return m.type_error("char_type", type);
    return yes(holds(m, c, [&](char32_t code) { return in_class(code, name); }));
  }
  if (tag_of(type) != Tag::compound || m.symbols().arity(m.store().functor_of(type)) != 1)
    return m.type_error("char_type", type);
  const std::string name = m.symbols().text(m.symbols().name(m.store().functor_of(type)));
  constexpr const char* known[] = {"digit", "xdigit", "to_lower", "to_upper", "upper", "lower"};
  if (std::find(std::begin(known), std::end(known), name) == std::end(known))
    return m.type_error("char_type", type);
  return type_with_argument<codes>(m, c, name, m.store().arg(type, 0));
}

// What the argument of the type is for a character, or -1 when it is not of the type.
int64_t argument_of(const std::string& type, char32_t code) {
  if (type == "digit") return weight(code) < 10 ? weight(code) : -1;
  if (type == "xdigit") return weight(code);
  if (type == "to_lower") return upper(code);
  if (type == "to_upper") return lower(code);
  if (type == "upper") return lower(code) != code ? static_cast<int64_t>(lower(code)) : -1;
  return upper(code) != code ? static_cast<int64_t>(upper(code)) : -1;
}

// The argument of the type as a number, if it is known.
int64_t wanted_argument(Machine& m, Cell type) {
  Cell c = m.deref(m.store().arg(type, 0));
  if (tag_of(c) == Tag::integer) return int_of(c);
  if (tag_of(c) != Tag::atom) return -1;
  std::u32string text = decode_utf8(m.symbols().text(atom_of(c)));
  return text.size() == 1 ? static_cast<int64_t>(text[0]) : -1;
}

// An unbound character is each that has the type. args: Character, Type, the next code
template <bool codes>
Status next_character(Machine& m, Cell* args) {
  Cell type = m.look(args[1]);
  bool argument = tag_of(type) == Tag::compound;
  const std::string name =
      m.symbols().text(argument ? m.symbols().name(m.store().functor_of(type)) : atom_of(type));
  int64_t wanted = argument ? wanted_argument(m, type) : -1;
  for (auto code = static_cast<char32_t>(int_of(args[2])); code <= 0x10FFFF; ++code) {
    int64_t value = argument ? argument_of(name, code) : in_class(code, name) ? 0 : -1;
    if (value < 0 || (wanted >= 0 && value != wanted)) continue;
    Cell again[3] = {args[0], args[1], int_cell(code + 1)};
    m.push_retry(next_character<codes>, again, 3);
    Character c{code, {}};
    Cell list = codes ? codes_from(m, {c}) : chars_from(m, {c});
    if (!m.unify(again[0], m.store().arg(list, 0))) return Status::fail;
    return has_type<codes>(m, c, type);
  }
  return Status::fail;
}

// The character that an argument is; ok, or error (raised).
Status character_of(Machine& m, Cell cell, Character& out) {
  Cell c = m.deref(cell);
  Shadow::Text text;
  bool unknown = tag_of(c) == Tag::symbolic && m.shadow()->open_text(c, text);
  if (!unknown) c = m.look(c);
  if (tag_of(c) == Tag::symbolic && !unknown) {
    out.unknown = m.shadow()->integer_expr(c);
  } else if (tag_of(c) == Tag::integer) {
    out.code = static_cast<char32_t>(int_of(c));
  } else {
    Characters points;
    Status s = characters_of(m, c, TextKinds::atomic, points);
    if (s == Status::error) return s;
    if (s == Status::fail || points.size() != 1) return m.type_error("character", c);
    out = points[0];
  }
  out = in_ascii(m, out);
  return Status::ok;
}

template <bool codes>
Status char_type(Machine& m, Cell* args) {
  Cell type = m.look(args[1]);
  if (is_var_tag(tag_of(type))) return m.unsupported("char_type/2 with an unbound type");
  if (is_var_tag(tag_of(m.deref(args[0])))) {
    if (Status s = has_type<codes>(m, {U'a', {}}, type); s == Status::error) return s;
    args[2] = int_cell(0);
    return next_character<codes>(m, args);
  }
  Character c;
  if (Status s = character_of(m, args[0], c); s != Status::ok) return s;
  return has_type<codes>(m, c, type);
}

}  // namespace

void add_character_builtins(Program& p) {
  p.add_builtin("upcase_atom", 2, change_case<upper, false>);
  p.add_builtin("downcase_atom", 2, change_case<lower, false>);
  p.add_builtin("string_upper", 2, change_case<upper, true>);
  p.add_builtin("string_lower", 2, change_case<lower, true>);
  p.add_builtin("char_type", 2, char_type<false>);
  p.add_builtin("code_type", 2, char_type<true>);
}

}  // namespace cuttle::prolog
