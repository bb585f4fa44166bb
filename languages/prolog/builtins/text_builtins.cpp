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
Status need_text(Machine& m, Cell c, Characters& out, const char* type = "atomic") {
  Status s = characters_of(m, c, TextKinds::any, out);
  return s == Status::fail ? m.type_error(type, m.deref(c)) : s;
}

Cell number_or_atom(Machine& m, const Characters& text) {
  Number n;
  if (parse_number(m, text, n)) return to_cell(m, n);
  return text_from(m, text, false);
}

// Numbers in these texts must not be preceded by layout.
bool starts_with_blank(Machine& m, const Characters& text) {
  auto blank = [](char32_t c) { return std::isspace(static_cast<int>(c)) != 0; };
  if (text.empty()) return false;
  return text[0].unknown ? choose_class(m, text[0].unknown, blank)
                         : text[0].code < 0x80 && blank(text[0].code);
}

enum class As { codes, chars };

template <As as>
Cell as_list(Machine& m, const Characters& text) {
  return as == As::codes ? codes_from(m, text) : chars_from(m, text);
}

// atom_codes/2, atom_chars/2: text on the left gives the list, otherwise the list gives an atom.
template <As as>
Status atom_list(Machine& m, Cell* args) {
  Characters text;
  if (!is_var(m, args[0])) {
    Status s = characters_of(m, args[0], TextKinds::atomic, text);
    if (s == Status::fail) return m.type_error("atom", m.deref(args[0]));
    if (s != Status::ok) return s;
    return yes(m.unify(args[1], as_list<as>(m, text)));
  }
  if (Status s = need_text(m, args[1], text, "list"); s != Status::ok) return s;
  return yes(m.unify(args[0], text_from(m, text, false)));
}

// As need_text(), for builtins that take no lists.
Status need_atomic(Machine& m, Cell c, Characters& out) {
  if (is_nil(m, c)) return m.type_error("atom", m.deref(c));
  Status s = characters_of(m, c, TextKinds::atomic, out);
  return s == Status::fail ? m.type_error("atomic", m.deref(c)) : s;
}

Status syntax_error(Machine& m, const char* what) {
  Cell name = atom_cell(m.symbols().atom(what));
  Cell formal = m.store().compound(m.symbols().functor("syntax_error", 1), {&name, 1});
  Cell pair[2] = {formal, m.store().new_var()};
  return m.raise(m.store().compound(m.symbols().error2, pair));
}

// The text of a number, or an error.
Status number_characters(Machine& m, Cell cell, Characters& out) {
  Cell c = m.look(cell);
  Number value;
  if (tag_of(c) != Tag::symbolic && !to_number(m.store(), c, value))
    return m.type_error("number", c);
  return characters_of(m, c, TextKinds::atomic, out);
}

template <As as>
Status number_list(Machine& m, Cell* args) {
  Characters text;
  if (!is_var(m, args[1])) {
    Status s = characters_of(m, args[1], TextKinds::any, text);
    if (s == Status::fail) return m.type_error("list", m.deref(args[1]));
    if (s == Status::ok) {
      Number n;
      if (!parse_number(m, text, n)) return syntax_error(m, "illegal_number");
      return yes(m.unify(args[0], to_cell(m, n)));
    }
    if (is_var(m, args[0])) return s;
  }
  if (is_var(m, args[0])) return m.instantiation_error();
  if (Status s = number_characters(m, args[0], text); s != Status::ok) return s;
  return yes(m.unify(args[1], as_list<as>(m, text)));
}

// name/2, string_codes/2, string_chars/2, atom_string/2, number_string/2, term text.
Status name2(Machine& m, Cell* args) {
  Characters text;
  if (!is_var(m, args[0])) {
    Status s = characters_of(m, args[0], TextKinds::atomic, text);
    if (s == Status::fail) return m.type_error("atomic", m.deref(args[0]));
    if (s != Status::ok) return s;
    return yes(m.unify(args[1], codes_from(m, text)));
  }
  if (Status s = need_text(m, args[1], text); s != Status::ok) return s;
  return yes(m.unify(args[0], number_or_atom(m, text)));
}

template <As as>
Status string_list(Machine& m, Cell* args) {
  Characters text;
  if (!is_var(m, args[0])) {
    if (Status s = need_text(m, args[0], text, "text"); s != Status::ok) return s;
    return yes(m.unify(args[1], as_list<as>(m, text)));
  }
  if (Status s = need_text(m, args[1], text); s != Status::ok) return s;
  return yes(m.unify(args[0], text_from(m, text, true)));
}

Status atom_string(Machine& m, Cell* args) {
  Characters text;
  if (!is_var(m, args[0])) {
    if (Status s = need_text(m, args[0], text, "atom"); s != Status::ok) return s;
    if (is_var(m, args[1])) return yes(m.unify(args[1], text_from(m, text, true)));
    Characters other;
    if (Status s = need_text(m, args[1], other); s != Status::ok) return s;
    return yes(same(m, text, other));
  }
  if (Status s = need_text(m, args[1], text); s != Status::ok) return s;
  return yes(m.unify(args[0], text_from(m, text, false)));
}

Status number_string(Machine& m, Cell* args) {
  Characters text;
  if (!is_var(m, args[1])) {
    if (Status s = need_text(m, args[1], text); s != Status::ok) return s;
    Number n;
    bool number = !starts_with_blank(m, text) && parse_number(m, text, n);
    return yes(number && m.unify(args[0], to_cell(m, n)));
  }
  if (Status s = need_text(m, args[0], text); s != Status::ok) return s;
  return yes(m.unify(args[1], text_from(m, text, true)));
}

Status atom_number(Machine& m, Cell* args) {
  Characters text;
  if (!is_var(m, args[0])) {
    Shadow::Text unknown;
    Cell a = m.deref(args[0]);
    if (tag_of(a) != Tag::symbolic || !m.shadow()->open_text(a, unknown)) {
      a = m.look(a);
      bool string = tag_of(a) == Tag::box && m.store().box_kind(a) == BoxKind::string;
      bool atom = tag_of(a) == Tag::atom && a != atom_cell(atoms::nil);
      if (!atom && !string) return m.type_error("atom", a);
    }
    characters_of(m, a, TextKinds::atomic, text);
    Number n;
    bool number = !starts_with_blank(m, text) && parse_number(m, text, n);
    return yes(number && m.unify(args[1], to_cell(m, n)));
  }
  if (is_var(m, args[1])) return m.instantiation_error();
  if (Status s = number_characters(m, args[1], text); s != Status::ok) return s;
  return yes(m.unify(args[0], text_from(m, text, false)));
}

Status char_code(Machine& m, Cell* args) {
  if (!is_var(m, args[0])) {
    Cell c = m.deref(args[0]);
    Shadow::Text unknown;
    Characters text;
    if (tag_of(c) == Tag::symbolic && m.shadow()->open_text(c, unknown) &&
        unknown.kind == SymbolKind::atom) {
      characters_of(m, c, TextKinds::atomic, text);
    } else if (c = m.look(c); tag_of(c) == Tag::atom) {
      characters_of(m, c, TextKinds::atomic, text);
    }
    if (text.size() != 1) return m.type_error("character", m.deref(args[0]));
    Cell list = codes_from(m, text);
    return yes(m.unify(args[1], m.store().arg(list, 0)));
  }
  Cell code = m.look(args[1]);
  if (is_var_tag(tag_of(code))) return m.instantiation_error();
  if (tag_of(code) != Tag::integer && tag_of(code) != Tag::symbolic)
    return m.type_error("integer", code);
  Cell list = m.store().cons(code, atom_cell(atoms::nil));
  Characters text;  // raises the error when it is no code
  if (Status s = characters_of(m, list, TextKinds::any, text); s != Status::ok) return s;
  return yes(m.unify(args[0], text_from(m, text, false)));
}

Status atom_length(Machine& m, Cell* args) {
  Characters text;
  if (Status s = need_text(m, args[0], text, "text"); s != Status::ok) return s;
  Cell n = m.deref(args[1]);
  if (!is_var_tag(tag_of(n)) && tag_of(n) != Tag::integer && tag_of(n) != Tag::symbolic)
    return m.type_error("integer", n);
  return yes(m.unify(args[1], int_cell(static_cast<int64_t>(text.size()))));
}

Status string_length(Machine& m, Cell* args) {
  Characters text;
  if (Status s = need_text(m, args[0], text, "text"); s != Status::ok) return s;
  return yes(m.unify(args[1], int_cell(static_cast<int64_t>(text.size()))));
}

Status string_code(Machine& m, Cell* args) {
  Characters text;
  if (Status s = need_no_number(m, args[1]); s != Status::ok) return s;
  if (Status s = need_text(m, args[1], text, "text"); s != Status::ok) return s;
  Cell index = m.look_concrete(args[0], "position in a text");
  if (tag_of(index) != Tag::integer) return m.type_error("integer", index);
  if (int_of(index) < 0) return m.domain_error("not_less_than_zero", index);
  auto at = static_cast<size_t>(int_of(index));
  if (at == 0 || at > text.size()) return Status::fail;
  return yes(m.unify(args[2], m.store().arg(codes_from(m, {text[at - 1]}), 0)));
}

Characters part(const Characters& text, size_t from, size_t to) {
  return {text.begin() + static_cast<ptrdiff_t>(from), text.begin() + static_cast<ptrdiff_t>(to)};
}

// args: A, B, the whole text (an atom or string), where to split it
template <bool string>
Status split_next(Machine& m, Cell* args) {
  Characters text;
  characters_of(m, args[2], TextKinds::any, text);
  int64_t at = int_of(args[3]);
  auto n = static_cast<int64_t>(text.size());
  if (at > n) return Status::fail;
  Cell a[4] = {args[0], args[1], args[2], int_cell(at + 1)};
  if (at < n) m.push_retry(split_next<string>, a, 4);
  auto here = static_cast<size_t>(at);
  return yes(m.unify(a[0], text_from(m, part(text, 0, here), string)) &&
             m.unify(a[1], text_from(m, part(text, here, text.size()), string)));
}

template <bool string>
Status concat3(Machine& m, Cell* args) {
  Characters a, b, whole;
  bool va = is_var(m, args[0]), vb = is_var(m, args[1]);
  if (!va) {
    if (Status s = need_atomic(m, args[0], a); s != Status::ok) return s;
  }
  if (!vb) {
    if (Status s = need_atomic(m, args[1], b); s != Status::ok) return s;
  }
  if (!va && !vb) {
    a.insert(a.end(), b.begin(), b.end());
    return yes(m.unify(args[2], text_from(m, a, string)));
  }
  if (is_var(m, args[2])) return m.instantiation_error();
  if (Status s = need_atomic(m, args[2], whole); s != Status::ok) return s;
  size_t n = whole.size();
  if (!va) {
    if (n < a.size() || !same(m, part(whole, 0, a.size()), a)) return Status::fail;
    return yes(m.unify(args[1], text_from(m, part(whole, a.size(), n), string)));
  }
  if (!vb) {
    if (n < b.size() || !same(m, part(whole, n - b.size(), n), b)) return Status::fail;
    return yes(m.unify(args[0], text_from(m, part(whole, 0, n - b.size()), string)));
  }
  args[3] = int_cell(0);
  return split_next<string>(m, args);
}

// Collects the texts of a list; not complete when some item is unbound or the list is partial.
Status collect(Machine& m, Cell list, std::vector<Characters>& out, bool& complete) {
  complete = true;
  Cell at = m.look(list);
  for (; m.store().is_functor(at, m.symbols().list); at = m.look(m.store().arg(at, 1))) {
    Cell item = m.deref(m.store().arg(at, 0));
    if (is_var_tag(tag_of(item))) {
      complete = false;
      out.emplace_back();
      continue;
    }
    Characters text;
    Status s = characters_of(m, item, TextKinds::atomic, text);
    if (s == Status::fail) return m.type_error("text", item);
    if (s != Status::ok) return s;
    out.push_back(text);
    constexpr size_t longest = 5'000'000;
    if (out.size() > longest) return m.unsupported("a cyclic list, or a very long one");
  }
  if (is_var_tag(tag_of(at))) {
    complete = false;
  } else if (at != atom_cell(atoms::nil)) {
    return m.type_error("list", list);
  }
  return Status::ok;
}

Cell joined(Machine& m, const std::vector<Characters>& parts, const Characters& separator) {
  Characters all;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i) all.insert(all.end(), separator.begin(), separator.end());
    all.insert(all.end(), parts[i].begin(), parts[i].end());
  }
  return text_from(m, all, false);
}

Status atomic_list_concat3(Machine& m, Cell* args) {
  Characters separator, whole;
  Status s = characters_of(m, args[1], TextKinds::atomic, separator);
  if (s != Status::ok) return s == Status::fail ? m.type_error("text", m.deref(args[1])) : s;
  std::vector<Characters> parts;
  bool complete;
  if (Status c = collect(m, args[0], parts, complete); c != Status::ok) return c;
  if (complete) return yes(m.unify(args[2], joined(m, parts, separator)));
  if (separator.empty()) return m.domain_error("non_empty_atom", m.deref(args[1]));
  if (is_var(m, args[2])) return m.instantiation_error();
  if (Status w = need_atomic(m, args[2], whole); w != Status::ok) return w;
  std::vector<Cell> items;
  size_t from = 0;
  for (size_t at = 0; at + separator.size() <= whole.size();) {
    if (!same(m, part(whole, at, at + separator.size()), separator)) {
      ++at;
      continue;
    }
    items.push_back(text_from(m, part(whole, from, at), false));
    from = at += separator.size();
  }
  items.push_back(text_from(m, part(whole, from, whole.size()), false));
  return yes(m.unify(args[0], m.store().list(items)));
}

Status atomic_list_concat2(Machine& m, Cell* args) {
  std::vector<Characters> parts;
  bool complete;
  if (Status s = collect(m, args[0], parts, complete); s != Status::ok) return s;
  if (!complete) return m.instantiation_error();
  return yes(m.unify(args[1], joined(m, parts, {})));
}

Status text_to_string(Machine& m, Cell* args) {
  Characters text;
  if (Status s = need_text(m, args[0], text); s != Status::ok) return s;
  return yes(m.unify(args[1], text_from(m, text, true)));
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
  p.add_builtin("$string_code", 3, string_code);
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
