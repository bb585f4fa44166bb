// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <cstring>
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

// Character types in ASCII; what SWI-Prolog says of others is asked from it (CharacterTypes).
bool in_ascii_class(int a, const std::string& type) {
  if (type == "alnum") return std::isalnum(a);
  if (type == "alpha") return std::isalpha(a);
  if (type == "csym") return std::isalnum(a) || a == '_';
  if (type == "csymf") return std::isalpha(a) || a == '_';
  if (type == "digit" || type == "decimal") return std::isdigit(a);
  if (type == "white") return a == ' ' || a == '\t';
  if (type == "space") return std::isspace(a);
  if (type == "upper") return std::isupper(a);
  if (type == "lower") return std::islower(a);
  if (type == "punct") return std::ispunct(a);
  if (type == "graph") return std::isgraph(a);
  if (type == "print") return std::isprint(a);
  if (type == "cntrl") return std::iscntrl(a);
  if (type == "ascii") return true;
  if (type == "end_of_line") return a == '\n' || a == '\r' || a == 0x0B || a == 0x0C;
  if (type == "newline") return a == '\n';
  if (type == "period") return a == '.' || a == '!' || a == '?';
  if (type == "quote") return a == '\'' || a == '"' || a == '`';
  if (type == "prolog_var_start") return std::isupper(a) || a == '_';
  if (type == "prolog_atom_start") return std::islower(a);
  if (type == "prolog_identifier_continue") return std::isalnum(a) || a == '_';
  if (type == "prolog_symbol") return a != 0 && std::strchr("#$&*+-./:<=>?@\\^~", a);
  return false;
}

constexpr const char* classes[] = {"alnum",
                                   "alpha",
                                   "csym",
                                   "csymf",
                                   "digit",
                                   "decimal",
                                   "space",
                                   "white",
                                   "upper",
                                   "lower",
                                   "punct",
                                   "graph",
                                   "print",
                                   "cntrl",
                                   "ascii",
                                   "quote",
                                   "end_of_line",
                                   "newline",
                                   "period",
                                   "prolog_var_start",
                                   "prolog_atom_start",
                                   "prolog_identifier_continue",
                                   "prolog_symbol"};

bool is_class(const std::string& name) {
  return std::find(std::begin(classes), std::end(classes), name) != std::end(classes);
}

bool in_class(Machine& m, char32_t c, const std::string& type) {
  return c < 0x80 ? in_ascii_class(static_cast<int>(c), type)
                  : m.program().character_types().holds(type, c);
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

int decimal_weight(Machine& m, char32_t c) {  // blocks of ten
  int value = 0;
  while (value < 9 && m.program().character_types().holds("decimal", c - 1)) ++value, --c;
  return value;
}

constexpr int end_of_file = -1;

// The character that an argument is, or the end of the file; ok, or error (raised).
Status character_of(Machine& m, Cell cell, Character& out, bool& at_end) {
  Cell c = m.deref(cell);
  Shadow::Text text;
  at_end = false;
  bool unknown = tag_of(c) == Tag::symbolic && m.shadow()->open_text(c, text);
  if (!unknown) c = m.look(c);
  if (tag_of(c) == Tag::symbolic && !unknown) {
    out.unknown = m.shadow()->integer_expr(c);
    Integers& integers = m.shadow()->skeleton().integers();
    auto less = [&](ExprId a, ExprId b) { return m.shadow()->choose(integers.less(a, b)); };
    if (less(out.unknown, integers.constant(0))) {
      at_end = m.unify(c, int_cell(end_of_file));
      return at_end ? Status::ok : m.type_error("character", c);
    }
    if (less(integers.constant(0x10FFFF), out.unknown)) return m.domain_error("character", c);
  } else if (tag_of(c) == Tag::integer) {
    at_end = int_of(c) == end_of_file;
    if (int_of(c) < end_of_file) return m.type_error("character", c);
    if (int_of(c) > 0x10FFFF) return m.domain_error("character", c);
    out.code = static_cast<char32_t>(int_of(c));
  } else {
    Characters points;
    bool number = tag_of(c) == Tag::box && m.store().box_kind(c) != BoxKind::string;
    Status s = number ? Status::fail : characters_of(m, c, TextKinds::atomic, points);
    if (s == Status::error) return s;
    if (s == Status::fail || points.size() != 1) return m.type_error("character", c);
    out = points[0];
  }
  if (!at_end) out = in_ascii(m, out);
  return Status::ok;
}

bool is_upper(char32_t c) {
  return c < 0x80 ? std::isupper(static_cast<int>(c)) != 0 : std::iswupper(c) != 0;
}
bool is_lower(char32_t c) {
  return c < 0x80 ? std::islower(static_cast<int>(c)) != 0 : std::iswlower(c) != 0;
}
char32_t closing(char32_t c) {
  return c == '(' ? ')' : c == '[' ? ']' : c == '{' ? '}' : 0;
}

// As a code or a character, whichever was asked for.
template <bool codes>
Cell as_cell(Machine& m, const Character& c) {
  return m.store().arg(codes ? codes_from(m, {c}) : chars_from(m, {c}), 0);
}

// The other character of a pair, where either form may be given.
template <bool codes>
Status same_character(Machine& m, Cell arg, const Character& other) {
  if (is_var_tag(tag_of(m.deref(arg)))) return yes(m.unify(arg, as_cell<codes>(m, other)));
  Character given;
  bool at_end;
  if (Status s = character_of(m, arg, given, at_end); s != Status::ok) return s;
  if (at_end) return m.type_error("character", m.deref(arg));
  return yes(same(m, {given}, {other}));
}

// Types with an argument: digit(Weight), upper(Lower), to_lower(Upper), ...
template <bool codes>
Status type_with_argument(Machine& m, const Character& c, const std::string& name, Cell arg) {
  auto is = [&](auto test) { return holds(m, c, test); };
  auto result = [&](const Character& other) { return same_character<codes>(m, arg, other); };
  if (name == "digit")
    return yes(is([](char32_t x) { return weight(x) >= 0 && weight(x) < 10; }) &&
               m.unify(arg, weight_cell(m, c)));
  if (name == "decimal")
    return yes(is([&](char32_t x) { return in_class(m, x, "decimal"); }) &&
               m.unify(arg, c.unknown || c.code < 0x80 ? weight_cell(m, c)
                                                       : int_cell(decimal_weight(m, c.code))));
  if (name == "xdigit")
    return yes(is([](char32_t x) { return weight(x) >= 0; }) && m.unify(arg, weight_cell(m, c)));
  // As SWI-Prolog has it: the character is the lower case of the argument.
  if (name == "to_lower" || name == "to_upper") {
    const bool down = name == "to_lower";
    if (is_var_tag(tag_of(m.deref(arg))))
      return result(down ? changed<upper>(m, c) : changed<lower>(m, c));
    Character given;
    bool at_end;
    if (Status s = character_of(m, arg, given, at_end); s != Status::ok) return s;
    if (at_end) return m.type_error("character", m.deref(arg));
    return yes(same(m, {c}, {down ? changed<lower>(m, given) : changed<upper>(m, given)}));
  }
  if (name == "upper") return is(is_upper) ? result(changed<lower>(m, c)) : Status::fail;
  if (name == "lower") return is(is_lower) ? result(changed<upper>(m, c)) : Status::fail;
  for (char32_t open : {U'(', U'[', U'{'}) {  // paren
    if (is([&](char32_t x) { return x == open; })) return result({closing(open), {}});
  }
  return Status::fail;
}

constexpr const char* types_with_argument[] = {"digit",    "xdigit", "decimal", "to_lower",
                                               "to_upper", "upper",  "lower",   "paren"};

// The name of a type, and its argument if it has one; false when there is no such type.
bool read_type(Machine& m, Cell type, std::string& name, Cell& argument) {
  argument = 0;
  if (tag_of(type) == Tag::atom) {
    name = m.symbols().text(atom_of(type));
    return is_class(name) || name == "end_of_file";
  }
  if (tag_of(type) != Tag::compound || m.symbols().arity(m.store().functor_of(type)) != 1)
    return false;
  name = m.symbols().text(m.symbols().name(m.store().functor_of(type)));
  argument = m.store().arg(type, 0);
  return std::find(std::begin(types_with_argument), std::end(types_with_argument), name) !=
         std::end(types_with_argument);
}

// The only character whose type has a known argument: what SWI-Prolog answers.
template <bool codes>
Status from_argument(Machine& m, Cell cell, const std::string& name, Cell argument) {
  Character given;
  bool at_end;
  if (Status s = character_of(m, argument, given, at_end); s != Status::ok) return s;
  if (at_end) return m.type_error("character", m.deref(argument));
  auto result = [&](const Character& c) { return yes(m.unify(cell, as_cell<codes>(m, c))); };
  if (name == "to_lower") return result(changed<lower>(m, given));
  if (name == "to_upper") return result(changed<upper>(m, given));
  if (name == "upper")
    return holds(m, given, is_lower) ? result(changed<upper>(m, given)) : Status::fail;
  if (name == "lower")
    return holds(m, given, is_upper) ? result(changed<lower>(m, given)) : Status::fail;
  if (name == "paren") {
    for (char32_t open : {U'(', U'[', U'{'}) {
      if (holds(m, given, [&](char32_t x) { return x == closing(open); }))
        return result({open, {}});
    }
    return Status::fail;
  }
  for (char32_t value = 0; value < (name == "xdigit" ? 16u : 10u); ++value) {
    if (holds(m, given, [&](char32_t x) { return x == value; }))
      return result({value < 10 ? U'0' + value : U'a' + value - 10, {}});
  }
  return Status::fail;
}

// An unbound character is each that has the type. args: Character, Type, the next code
template <bool codes>
Status next_character(Machine& m, Cell* args) {
  Cell type = m.look(args[1]), argument;
  std::string name;
  read_type(m, type, name, argument);
  bool all = name == "to_lower" || name == "to_upper";
  for (auto code = static_cast<char32_t>(int_of(args[2])); code <= 0x10FFFF; ++code) {
    bool has = all || (name == "paren"    ? closing(code) != 0
                       : name == "xdigit" ? weight(code) >= 0
                                          : in_class(m, code, name));
    if (!has) continue;
    Cell again[3] = {args[0], args[1], int_cell(code + 1)};
    m.push_retry(next_character<codes>, again, 3);
    Character c{code, {}};
    if (!m.unify(again[0], as_cell<codes>(m, c))) return Status::fail;
    return argument ? type_with_argument<codes>(m, c, name, argument) : Status::ok;
  }
  return Status::fail;
}

// '$char_type'(Character, Type): the type is known.
template <bool codes>
Status char_type(Machine& m, Cell* args) {
  Cell type = m.look(args[1]), argument;
  std::string name;
  if (!read_type(m, type, name, argument)) return m.type_error("char_type", type);
  if (is_var_tag(tag_of(m.deref(args[0])))) {
    if (name == "end_of_file") return yes(m.unify(args[0], int_cell(end_of_file)));
    bool known = argument && !is_var_tag(tag_of(m.deref(argument))) && name != "decimal";
    if (known) return from_argument<codes>(m, args[0], name, argument);
    args[2] = int_cell(0);
    return next_character<codes>(m, args);
  }
  Character c;
  bool at_end;
  if (Status s = character_of(m, args[0], c, at_end); s != Status::ok) return s;
  if (at_end || name == "end_of_file") return yes(at_end && name == "end_of_file");
  if (argument) return type_with_argument<codes>(m, c, name, argument);
  return yes(holds(m, c, [&](char32_t code) { return in_class(m, code, name); }));
}

}  // namespace

void add_character_builtins(Program& p) {
  p.add_builtin("upcase_atom", 2, change_case<upper, false>);
  p.add_builtin("downcase_atom", 2, change_case<lower, false>);
  p.add_builtin("string_upper", 2, change_case<upper, true>);
  p.add_builtin("string_lower", 2, change_case<lower, true>);
  p.add_builtin("$char_type", 2, char_type<false>);
  p.add_builtin("$code_type", 2, char_type<true>);
}

}  // namespace cuttle::prolog
