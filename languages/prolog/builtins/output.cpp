// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/builtins/builtins.h"
#include "languages/prolog/builtins/format.h"
#include "languages/prolog/builtins/text.h"

namespace cuttle::prolog {

std::string text_of_term(Machine& m, Cell c, bool quoted, bool ignore_ops, bool numbervars) {
  WriteOptions options;
  options.quoted = quoted;
  options.ignore_ops = ignore_ops;
  options.numbervars = numbervars;
  if (m.shadow()) options.resolve = [&m](Cell s) { return m.shadow()->concrete(s); };
  return write_term(m.store(), m.program().operators(), c, options);
}

std::string written_term(Machine& m, Cell c, const WriteStyle& style, bool read_back) {
  Cell known = m.deref(c);
  if (read_back && tag_of(known) == Tag::symbolic) {
    Shadow::Text text;
    bool unquoted = !style.quoted && m.shadow()->open_text(known, text);
    if (!unquoted) known = m.look(known);
    Characters characters;
    if (tag_of(known) == Tag::symbolic &&
        characters_of(m, known, TextKinds::atomic, characters) == Status::ok)
      return written(m, characters, true);
  }
  if (read_back && m.shadow()) known = m.concretise_term(known, "the text of a term");
  return text_of_term(m, known, style.quoted, style.ignore_ops, style.numbervars);
}

namespace {

Status yes(bool holds) {
  return holds ? Status::ok : Status::fail;
}

Cell for_text(Machine& m, Cell c) {
  return m.redirect && m.shadow() ? m.concretise_term(c, "the text of a term") : c;
}

// What is written does not matter for the path, so writing exposes nothing, unless the program
// gets the text back.
template <bool quoted, bool ignore_ops, bool newline, unsigned at>
Status write_builtin(Machine& m, Cell* args) {
  m.write(written_term(m, args[at], {quoted, ignore_ops, !ignore_ops}, m.redirect));
  if (newline) m.write("\n");
  return Status::ok;
}

template <unsigned at>
Status write_term_builtin(Machine& m, Cell* args) {
  bool quoted = false, ignore_ops = false;
  Cell list = m.deref(for_text(m, args[at + 1]));
  while (m.store().is_functor(list, m.symbols().list)) {
    std::string option = text_of_term(m, m.store().arg(list, 0), false, true, false);
    if (option == "quoted(true)") quoted = true;
    if (option == "ignore_ops(true)") ignore_ops = true;
    list = m.deref(m.store().arg(list, 1));
  }
  m.write(written_term(m, args[at], {quoted, ignore_ops, false}, m.redirect));
  return Status::ok;
}

Status nl(Machine& m, Cell*) {
  m.write("\n");
  return Status::ok;
}

template <unsigned at>
Status tab(Machine& m, Cell* args) {
  Number n;
  if (Status s = evaluate(m, for_text(m, args[at]), n); s != Status::ok) return s;
  if (!is_integer(n) && !is_symbolic_integer(n)) return m.type_error("integer", args[at]);
  mpz_class count = to_big(n);
  if (count > 0 && count < 100000) m.write(std::string(count.get_ui(), ' '));
  return Status::ok;
}

template <unsigned at>
Status put_char(Machine& m, Cell* args) {
  Cell c = m.deref(args[at]);
  Shadow::Text unknown;
  if (tag_of(c) == Tag::symbolic && m.shadow()->open_text(c, unknown) &&
      unknown.codes.size() == 1 && unknown.kind == SymbolKind::atom) {
    m.write(written(m, {{0, unknown.codes[0]}}, m.redirect));
    return Status::ok;
  }
  c = m.look(for_text(m, args[at]));
  if (is_var_tag(tag_of(c))) return m.instantiation_error();
  std::string text;
  if (tag_of(c) == Tag::integer) {
    append_utf8(text, static_cast<uint32_t>(int_of(c)));
  } else if (tag_of(c) == Tag::atom) {
    text = m.symbols().text(atom_of(c));
  } else if (tag_of(c) != Tag::symbolic) {
    return m.type_error("character", c);
  }
  m.write(text);
  return Status::ok;
}

// '$term_text'(Term, Quoted, Text): as a string.
Status term_text(Machine& m, Cell* args) {
  bool quoted = m.deref(args[1]) == atom_cell(atoms::true_);
  std::string text = written_term(m, args[0], {quoted, false, true}, true);
  return yes(m.unify(args[2], text_from(m, read_back(m, text), true)));
}

// '$push_output', '$pop_output'(Text): redirection for with_output_to/2.
Status push_output(Machine& m, Cell*) {
  m.outputs.emplace_back();
  m.redirect = &m.outputs.back();
  return Status::ok;
}

Status pop_output(Machine& m, Cell* args) {
  if (m.outputs.empty()) return Status::fail;
  std::string text = std::move(m.outputs.back());
  m.outputs.pop_back();
  m.redirect = m.outputs.empty() ? nullptr : &m.outputs.back();
  return yes(m.unify(args[0], text_from(m, read_back(m, text), true)));
}

template <unsigned at>
Status format_builtin(Machine& m, Cell* args) {
  std::string out;
  if (Status s = format_text(m, args[at], args[at + 1], m.redirect, out); s != Status::ok) return s;
  m.write(out);
  return Status::ok;
}

Status format1(Machine& m, Cell* args) {
  args[1] = atom_cell(atoms::nil);
  return format_builtin<0>(m, args);
}

// format/3 on a stream, or atom(A), string(S), codes(C), chars(C).
Status format3(Machine& m, Cell* args) {
  Cell sink = m.look(args[0]);
  if (tag_of(sink) != Tag::compound) return format_builtin<1>(m, args);
  std::string out;
  if (Status s = format_text(m, args[1], args[2], true, out); s != Status::ok) return s;
  const std::string& name = m.symbols().text(m.symbols().name(m.store().functor_of(sink)));
  Cell target = m.store().arg(sink, 0), value;
  // codes(Codes, Tail), chars(Chars, Tail): a list with an open end.
  const bool open_end = m.symbols().arity(m.store().functor_of(sink)) == 2;
  const Cell tail = open_end ? m.store().arg(sink, 1) : atom_cell(atoms::nil);
  const Characters text = read_back(m, out);
  if (!open_end && (name == "atom" || name == "string")) {
    value = text_from(m, text, name == "string");
  } else if (name == "codes") {
    value = codes_from(m, text, tail);
  } else if (name == "chars") {
    value = chars_from(m, text, tail);
  } else {
    return m.type_error("output", sink);
  }
  return yes(m.unify(target, value));
}

Status ok(Machine&, Cell*) {
  return Status::ok;
}

}  // namespace

void add_output_builtins(Program& p) {
  p.add_builtin("write", 1, write_builtin<false, false, false, 0>);
  p.add_builtin("write", 2, write_builtin<false, false, false, 1>);
  p.add_builtin("print", 1, write_builtin<true, false, false, 0>);
  p.add_builtin("print", 2, write_builtin<true, false, false, 1>);
  p.add_builtin("writeln", 1, write_builtin<false, false, true, 0>);
  p.add_builtin("writeln", 2, write_builtin<false, false, true, 1>);
  p.add_builtin("writeq", 1, write_builtin<true, false, false, 0>);
  p.add_builtin("writeq", 2, write_builtin<true, false, false, 1>);
  p.add_builtin("write_canonical", 1, write_builtin<true, true, false, 0>);
  p.add_builtin("write_canonical", 2, write_builtin<true, true, false, 1>);
  p.add_builtin("write_term", 2, write_term_builtin<0>);
  p.add_builtin("write_term", 3, write_term_builtin<1>);
  p.add_builtin("nl", 0, nl);
  p.add_builtin("nl", 1, nl);
  p.add_builtin("tab", 1, tab<0>);
  p.add_builtin("tab", 2, tab<1>);
  p.add_builtin("put_char", 1, put_char<0>);
  p.add_builtin("put_char", 2, put_char<1>);
  p.add_builtin("format", 1, format1);
  p.add_builtin("format", 2, format_builtin<0>);
  p.add_builtin("format", 3, format3);
  p.add_builtin("flush_output", 0, ok);
  p.add_builtin("flush_output", 1, ok);
  p.add_builtin("print_message", 2, ok);
  p.add_builtin("print_message_lines", 3, ok);
  p.add_builtin("$term_text", 3, term_text);
  p.add_builtin("$push_output", 0, push_output);
  p.add_builtin("$pop_output", 1, pop_output);
}

}  // namespace cuttle::prolog
