// SPDX-License-Identifier: Apache-2.0
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

uint32_t upper(uint32_t c) {
  if (c < 0x80) return static_cast<uint32_t>(std::toupper(static_cast<int>(c)));
  return static_cast<uint32_t>(std::towupper(static_cast<wint_t>(c)));
}
uint32_t lower(uint32_t c) {
  if (c < 0x80) return static_cast<uint32_t>(std::tolower(static_cast<int>(c)));
  return static_cast<uint32_t>(std::towlower(static_cast<wint_t>(c)));
}

template <uint32_t (*change)(uint32_t), bool string>
Status change_case(Machine& m, Cell* args) {
  std::string text;
  if (m.look(args[0]) == atom_cell(atoms::nil)) return m.type_error("atom", m.deref(args[0]));
  Status s = text_of(m, args[0], TextKinds::any, text);
  if (s != Status::ok) return s == Status::fail ? m.type_error("atomic", m.deref(args[0])) : s;
  CodePoints codes = decode_utf8(text);
  for (uint32_t& c : codes) c = change(c);
  std::string out = encode_utf8(codes);
  return yes(m.unify(args[1], string ? m.store().string(out) : atom_from(m, out)));
}

// Character classes of char_type/2 and code_type/2 without arguments.
bool has_type(uint32_t c, const std::string& type) {
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

Cell as_char(Machine& m, uint32_t c) {
  std::string text;
  append_utf8(text, c);
  return atom_from(m, text);
}

// Is an unknown code one for which the test holds? Only below 0x80; false: it is not decided.
bool choose_ascii(Machine& m, Cell code, const std::function<bool(uint32_t)>& test, bool& holds) {
  Shadow& shadow = *m.shadow();
  Integers& integers = shadow.skeleton().integers();
  ExprPool& pool = shadow.pool();
  ExprId e = shadow.integer_expr(code);
  auto between = [&](uint32_t low, uint32_t high) {
    return pool.and_(integers.less_equal(integers.constant(low), e),
                     integers.less_equal(e, integers.constant(high)));
  };
  if (!shadow.choose(between(0, 0x7F))) return false;
  ExprId some = pool.false_expr();
  for (uint32_t c = 0; c < 0x80;) {
    uint32_t end = c + 1;
    while (end < 0x80 && test(end) == test(c)) ++end;
    if (test(c)) some = pool.or_(some, between(c, end - 1));
    c = end;
  }
  holds = shadow.choose(some);
  return true;
}

template <bool codes>
Status char_type(Machine& m, Cell* args) {
  Cell class_name = m.look(args[1]), unknown = m.look(args[0]);
  if (tag_of(unknown) == Tag::symbolic && tag_of(class_name) == Tag::atom) {
    const std::string& name = m.symbols().text(atom_of(class_name));
    bool holds = false;
    if (choose_ascii(m, unknown, [&](uint32_t c) { return has_type(c, name); }, holds))
      return yes(holds);
  }
  Cell c = m.look_concrete(args[0], "type of a character");
  if (is_var_tag(tag_of(c))) return m.unsupported("char_type/2 with an unbound character");
  uint32_t code = 0;
  if (tag_of(c) == Tag::integer) {
    code = static_cast<uint32_t>(int_of(c));
  } else {
    std::string text;
    Status s = text_of(m, c, TextKinds::atomic, text);
    CodePoints points = decode_utf8(text);
    if (s != Status::ok || points.size() != 1) return m.type_error("character", c);
    code = points[0];
  }
  Cell type = m.look(args[1]);
  if (is_var_tag(tag_of(type))) return m.unsupported("char_type/2 with an unbound type");
  if (tag_of(type) == Tag::atom) return yes(has_type(code, m.symbols().text(atom_of(type))));
  if (tag_of(type) != Tag::compound) return m.domain_error("char_type", type);
  const std::string& name = m.symbols().text(m.symbols().name(m.store().functor_of(type)));
  Cell arg = m.store().arg(type, 0);
  auto result = [&](uint32_t value) {
    return yes(m.unify(arg, codes ? int_cell(value) : as_char(m, value)));
  };
  bool letter = code < 0x80 && std::isxdigit(static_cast<int>(code));
  int weight = code >= '0' && code <= '9' ? static_cast<int>(code - '0')
               : letter                   ? std::tolower(static_cast<int>(code)) - 'a' + 10
                                          : -1;
  if (name == "digit") return yes(weight >= 0 && weight < 10 && m.unify(arg, int_cell(weight)));
  if (name == "xdigit") return yes(weight >= 0 && m.unify(arg, int_cell(weight)));
  // As SWI-Prolog has it: the character is the lower case of the argument.
  if (name == "to_lower") return result(upper(code));
  if (name == "to_upper") return result(lower(code));
  if (name == "upper")
    return upper(code) == code && lower(code) != code ? result(lower(code)) : Status::fail;
  if (name == "lower")
    return lower(code) == code && upper(code) != code ? result(upper(code)) : Status::fail;
  return m.unsupported("char_type " + name);
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
