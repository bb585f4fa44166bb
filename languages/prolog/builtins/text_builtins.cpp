// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>

#include "languages/prolog/builtins/builtins.h"
#include "languages/prolog/builtins/text.h"

namespace cuttle::prolog {

void add_substring_builtins(Program& p);
void add_character_builtins(Program& p);

namespace {

Status yes(bool holds) {
  return holds ? Status::ok : Status::fail;
}

bool is_var(Machine& m, Cell c) {
  return is_var_tag(tag_of(m.deref(c)));
}

// Text or an error: for arguments that must be text.
Status need_text(Machine& m, Cell c, std::string& out, const char* type = "atomic") {
  Status s = text_of(m, c, TextKinds::any, out);
  return s == Status::fail ? m.type_error(type, m.deref(c)) : s;
}

Cell number_or_atom(Machine& m, std::string_view text) {
  Number n;
  if (parse_number(text, n)) return to_cell(m, n);
  return atom_from(m, text);
}

enum class As { codes, chars };

template <As as>
Cell as_list(Machine& m, std::string_view text) {
  return as == As::codes ? codes_from(m, text) : chars_from(m, text);
}

// atom_codes/2, atom_chars/2: text on the left gives the list, otherwise the list gives an atom.
template <As as>
Status atom_list(Machine& m, Cell* args) {
  std::string text;
  if (!is_var(m, args[0])) {
    Status s = text_of(m, args[0], TextKinds::atomic, text);
    if (s == Status::fail) return m.type_error("atom", m.deref(args[0]));
    if (s != Status::ok) return s;
    return yes(m.unify(args[1], as_list<as>(m, text)));
  }
  if (Status s = need_text(m, args[1], text, "list"); s != Status::ok) return s;
  return yes(m.unify(args[0], atom_from(m, text)));
}

// As need_text(), for builtins that do not take the empty list as the empty text.
Status need_other_than_nil(Machine& m, Cell c, std::string& out) {
  if (m.look(c) == atom_cell(atoms::nil)) return m.type_error("atom", m.deref(c));
  return need_text(m, c, out);
}

Status syntax_error(Machine& m, const char* what) {
  Cell name = atom_cell(m.symbols().atom(what));
  Cell formal = m.store().compound(m.symbols().functor("syntax_error", 1), {&name, 1});
  Cell pair[2] = {formal, m.store().new_var()};
  return m.raise(m.store().compound(m.symbols().error2, pair));
}

template <As as>
Status number_list(Machine& m, Cell* args) {
  std::string text;
  if (!is_var(m, args[1])) {
    Status s = text_of(m, args[1], TextKinds::any, text);
    if (s == Status::fail) return m.type_error("list", m.deref(args[1]));
    if (s == Status::ok) {
      Number n;
      if (!parse_number(text, n)) return syntax_error(m, "illegal_number");
      return yes(m.unify(args[0], to_cell(m, n)));
    }
    if (is_var(m, args[0])) return s;
  }
  if (is_var(m, args[0])) return m.instantiation_error();
  Cell number = m.look_concrete(args[0], "digits of an integer");
  Number value;
  if (!to_number(m.store(), number, value)) return m.type_error("number", number);
  text = number_text(value);
  return yes(m.unify(args[1], as_list<as>(m, text)));
}

// name/2, string_codes/2, string_chars/2, atom_string/2, number_string/2, term text.
Status name2(Machine& m, Cell* args) {
  std::string text;
  if (!is_var(m, args[0])) {
    Status s = text_of(m, args[0], TextKinds::atomic, text);
    if (s == Status::fail) return m.type_error("atomic", m.deref(args[0]));
    if (s != Status::ok) return s;
    return yes(m.unify(args[1], codes_from(m, text)));
  }
  if (Status s = need_text(m, args[1], text); s != Status::ok) return s;
  return yes(m.unify(args[0], number_or_atom(m, text)));
}

template <As as>
Status string_list(Machine& m, Cell* args) {
  std::string text;
  if (!is_var(m, args[0])) {
    if (Status s = need_text(m, args[0], text); s != Status::ok) return s;
    return yes(m.unify(args[1], as_list<as>(m, text)));
  }
  if (Status s = need_text(m, args[1], text); s != Status::ok) return s;
  return yes(m.unify(args[0], m.store().string(text)));
}

Status atom_string(Machine& m, Cell* args) {
  std::string text;
  if (!is_var(m, args[0])) {
    if (Status s = need_text(m, args[0], text); s != Status::ok) return s;
    if (is_var(m, args[1])) return yes(m.unify(args[1], m.store().string(text)));
    std::string other;
    if (Status s = need_text(m, args[1], other); s != Status::ok) return s;
    return yes(text == other);
  }
  if (Status s = need_text(m, args[1], text); s != Status::ok) return s;
  return yes(m.unify(args[0], atom_from(m, text)));
}

Status number_string(Machine& m, Cell* args) {
  std::string text;
  if (!is_var(m, args[1])) {
    if (Status s = need_text(m, args[1], text); s != Status::ok) return s;
    Number n;
    bool blank = !text.empty() && std::isspace(static_cast<unsigned char>(text[0]));
    return yes(!blank && parse_number(text, n) && m.unify(args[0], to_cell(m, n)));
  }
  if (Status s = need_text(m, args[0], text); s != Status::ok) return s;
  return yes(m.unify(args[1], m.store().string(text)));
}

Status atom_number(Machine& m, Cell* args) {
  std::string text;
  if (!is_var(m, args[0])) {
    Cell a = m.look(args[0]);
    if ((tag_of(a) != Tag::atom || a == atom_cell(atoms::nil)) &&
        !(tag_of(a) == Tag::box && m.store().box_kind(a) == BoxKind::string))
      return m.type_error("atom", a);
    text_of(m, a, TextKinds::atomic, text);
    Number n;
    bool blank = !text.empty() && std::isspace(static_cast<unsigned char>(text[0]));
    return yes(!blank && parse_number(text, n) && m.unify(args[1], to_cell(m, n)));
  }
  if (is_var(m, args[1])) return m.instantiation_error();
  Cell n = m.look_concrete(args[1], "atom_number/2");
  Number value;
  if (!to_number(m.store(), n, value)) return m.type_error("number", n);
  return yes(m.unify(args[0], atom_from(m, number_text(value))));
}

Status char_code(Machine& m, Cell* args) {
  Cell c = m.look(args[0]);
  if (tag_of(c) == Tag::atom) {
    CodePoints codes = decode_utf8(m.symbols().text(atom_of(c)));
    if (codes.size() != 1) return m.type_error("character", c);
    return yes(m.unify(args[1], int_cell(codes[0])));
  }
  if (!is_var_tag(tag_of(c))) return m.type_error("character", c);
  Cell code = m.look_concrete(args[1], "char_code/2");
  if (is_var_tag(tag_of(code))) return m.instantiation_error();
  if (tag_of(code) != Tag::integer) return m.type_error("integer", code);
  if (int_of(code) < 0 || int_of(code) > 0x10FFFF) return m.type_error("character_code", code);
  std::string text;
  append_utf8(text, static_cast<uint32_t>(int_of(code)));
  return yes(m.unify(args[0], atom_from(m, text)));
}

Status atom_length(Machine& m, Cell* args) {
  std::string text;
  if (Status s = need_text(m, args[0], text, "text"); s != Status::ok) return s;
  Cell n = m.deref(args[1]);
  if (!is_var_tag(tag_of(n)) && tag_of(n) != Tag::integer && tag_of(n) != Tag::symbolic)
    return m.type_error("integer", n);
  return yes(m.unify(args[1], int_cell(static_cast<int64_t>(length_utf8(text)))));
}

Status string_length(Machine& m, Cell* args) {
  std::string text;
  if (Status s = need_text(m, args[0], text, "text"); s != Status::ok) return s;
  return yes(m.unify(args[1], int_cell(static_cast<int64_t>(length_utf8(text)))));
}

// Result kinds of concatenation.
template <bool string>
Cell result(Machine& m, std::string_view text) {
  return string ? m.store().string(text) : atom_from(m, text);
}

// args: A, B, the whole text (an atom or string), split position in code points
template <bool string>
Status split_next(Machine& m, Cell* args) {
  std::string text;
  text_of(m, args[2], TextKinds::any, text);
  CodePoints codes = decode_utf8(text);
  int64_t at = int_of(args[3]);
  auto n = static_cast<int64_t>(codes.size());
  if (at > n) return Status::fail;
  Cell a[4] = {args[0], args[1], args[2], int_cell(at + 1)};
  if (at < n) m.push_retry(split_next<string>, a, 4);
  CodePoints left(codes.begin(), codes.begin() + at), right(codes.begin() + at, codes.end());
  return yes(m.unify(a[0], result<string>(m, encode_utf8(left))) &&
             m.unify(a[1], result<string>(m, encode_utf8(right))));
}

template <bool string>
Status concat3(Machine& m, Cell* args) {
  std::string a, b, whole;
  bool va = is_var(m, args[0]), vb = is_var(m, args[1]);
  if (!va) {
    if (Status s = need_other_than_nil(m, args[0], a); s != Status::ok) return s;
  }
  if (!vb) {
    if (Status s = need_other_than_nil(m, args[1], b); s != Status::ok) return s;
  }
  if (!va && !vb) return yes(m.unify(args[2], result<string>(m, a + b)));
  if (is_var(m, args[2])) return m.instantiation_error();
  if (Status s = need_other_than_nil(m, args[2], whole); s != Status::ok) return s;
  if (!va) {
    if (whole.compare(0, a.size(), a) != 0) return Status::fail;
    return yes(m.unify(args[1], result<string>(m, whole.substr(a.size()))));
  }
  if (!vb) {
    if (whole.size() < b.size() || whole.substr(whole.size() - b.size()) != b) return Status::fail;
    return yes(m.unify(args[0], result<string>(m, whole.substr(0, whole.size() - b.size()))));
  }
  args[3] = int_cell(0);
  return split_next<string>(m, args);
}

// Collects the texts of a list; fail when some item is unbound or the list is partial.
Status collect(Machine& m, Cell list, std::vector<std::string>& out, bool& complete) {
  complete = true;
  Cell at = m.look(list);
  for (; m.store().is_functor(at, m.symbols().list); at = m.look(m.store().arg(at, 1))) {
    Cell item = m.deref(m.store().arg(at, 0));
    if (is_var_tag(tag_of(item))) {
      complete = false;
      out.emplace_back();
      continue;
    }
    std::string text;
    Status s = text_of(m, item, TextKinds::atomic, text);
    if (s == Status::fail) return m.type_error("text", item);
    if (s != Status::ok) return s;
    out.push_back(text);
  }
  if (is_var_tag(tag_of(at))) {
    complete = false;
  } else if (at != atom_cell(atoms::nil)) {
    return m.type_error("list", list);
  }
  return Status::ok;
}

Status atomic_list_concat3(Machine& m, Cell* args) {
  std::string separator, whole;
  Status s = text_of(m, args[1], TextKinds::atomic, separator);
  if (s != Status::ok) return s == Status::fail ? m.type_error("text", m.deref(args[1])) : s;
  std::vector<std::string> parts;
  bool complete;
  if (Status s = collect(m, args[0], parts, complete); s != Status::ok) return s;
  if (complete) {
    std::string joined;
    for (size_t i = 0; i < parts.size(); ++i) joined += (i ? separator : "") + parts[i];
    return yes(m.unify(args[2], atom_from(m, joined)));
  }
  if (separator.empty()) return m.domain_error("non_empty_atom", m.deref(args[1]));
  if (is_var(m, args[2])) return m.instantiation_error();
  if (Status s = need_other_than_nil(m, args[2], whole); s != Status::ok) return s;
  std::vector<Cell> items;
  for (size_t at = 0;;) {
    size_t end = whole.find(separator, at);
    items.push_back(atom_from(m, whole.substr(at, end == std::string::npos ? end : end - at)));
    if (end == std::string::npos) break;
    at = end + separator.size();
  }
  return yes(m.unify(args[0], m.store().list(items)));
}

Status atomic_list_concat2(Machine& m, Cell* args) {
  std::vector<std::string> parts;
  bool complete;
  if (Status s = collect(m, args[0], parts, complete); s != Status::ok) return s;
  if (!complete) return m.instantiation_error();
  std::string joined;
  for (const std::string& part : parts) joined += part;
  return yes(m.unify(args[1], atom_from(m, joined)));
}

Status text_to_string(Machine& m, Cell* args) {
  std::string text;
  if (Status s = need_text(m, args[0], text); s != Status::ok) return s;
  return yes(m.unify(args[1], m.store().string(text)));
}

}  // namespace

void add_text_builtins(Program& p) {
  p.add_builtin("atom_codes", 2, atom_list<As::codes>);
  p.add_builtin("atom_chars", 2, atom_list<As::chars>);
  p.add_builtin("number_codes", 2, number_list<As::codes>);
  p.add_builtin("number_chars", 2, number_list<As::chars>);
  p.add_builtin("name", 2, name2);
  p.add_builtin("string_codes", 2, string_list<As::codes>);
  p.add_builtin("string_chars", 2, string_list<As::chars>);
  p.add_builtin("string_to_atom", 2, [](Machine& m, Cell* args) {
    std::swap(args[0], args[1]);
    return atom_string(m, args);
  });
  p.add_builtin("atom_string", 2, atom_string);
  p.add_builtin("number_string", 2, number_string);
  p.add_builtin("atom_number", 2, atom_number);
  p.add_builtin("char_code", 2, char_code);
  p.add_builtin("atom_length", 2, atom_length);
  p.add_builtin("string_length", 2, string_length);
  p.add_builtin("atom_concat", 3, concat3<false>);
  p.add_builtin("string_concat", 3, concat3<true>);
  p.add_builtin("atomic_list_concat", 3, atomic_list_concat3);
  p.add_builtin("atomic_list_concat", 2, atomic_list_concat2);
  p.add_builtin("text_to_string", 2, text_to_string);
  p.add_builtin("string", 2, text_to_string);
  add_substring_builtins(p);
  add_character_builtins(p);
}

}  // namespace cuttle::prolog
