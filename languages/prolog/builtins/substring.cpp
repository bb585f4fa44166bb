// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "languages/prolog/builtins/builtins.h"
#include "languages/prolog/builtins/text.h"

namespace cuttle::prolog {

void add_substring_builtins(Program& p);

namespace {

Status yes(bool holds) {
  return holds ? Status::ok : Status::fail;
}

int64_t known(Machine& m, Cell c) {
  c = m.look_concrete(c, "position in a text");
  return tag_of(c) == Tag::integer ? int_of(c) : -1;
}

Characters part(const Characters& text, int64_t from, int64_t n) {
  return {text.begin() + from, text.begin() + from + n};
}

// args: Text, Before, Length, After, Sub, next before, next length
template <bool string>
Status sub_next(Machine& m, Cell* args) {
  Characters text;
  characters_of(m, args[0], TextKinds::any, text);
  auto n = static_cast<int64_t>(text.size());
  int64_t b = int_of(args[5]), l = int_of(args[6]);
  int64_t fixed_b = known(m, args[1]), fixed_l = known(m, args[2]), fixed_a = known(m, args[3]);
  auto advance = [&] {
    if (fixed_l >= 0 || (fixed_b < 0 && fixed_a >= 0)) {
      ++b;
      l = fixed_l >= 0 ? fixed_l : n - b - fixed_a;
    } else if (++l > n - b) {
      ++b;
      l = 0;
    }
  };
  auto done = [&] {
    bool step = (fixed_b >= 0 && fixed_l >= 0) || (fixed_b >= 0 && fixed_a >= 0) ||
                (fixed_l >= 0 && fixed_a >= 0);
    return step || b > n || l < 0 || b + l > n || (fixed_b >= 0 && b != fixed_b);
  };
  if (b < 0 || l < 0 || b + l > n) return Status::fail;
  int64_t at = b, length = l;
  advance();
  Cell a[7] = {args[0], args[1], args[2], args[3], args[4], int_cell(b), int_cell(l)};
  if (!done()) m.push_retry(sub_next<string>, a, 7);
  return yes(m.unify(a[1], int_cell(at)) && m.unify(a[2], int_cell(length)) &&
             m.unify(a[3], int_cell(n - at - length)) &&
             m.unify(a[4], text_from(m, part(text, at, length), string)));
}

// args: Text, Before, Length, After, Sub, start of the search: the sub-text is known
Status find_next(Machine& m, Cell* args) {
  Characters text, wanted;
  characters_of(m, args[0], TextKinds::any, text);
  characters_of(m, args[4], TextKinds::any, wanted);
  auto n = static_cast<int64_t>(text.size()), l = static_cast<int64_t>(wanted.size());
  int64_t at = int_of(args[5]);
  while (at + l <= n && !same(m, part(text, at, l), wanted)) ++at;
  if (at + l > n) return Status::fail;
  Cell a[6] = {args[0], args[1], args[2], args[3], args[4], int_cell(at + 1)};
  if (at + 1 <= n - l) m.push_retry(find_next, a, 6);
  return yes(m.unify(a[1], int_cell(at)) && m.unify(a[2], int_cell(l)) &&
             m.unify(a[3], int_cell(n - at - l)));
}

template <bool string>
Status sub_text(Machine& m, Cell* args) {
  Characters text;
  Status s = characters_of(m, args[0], TextKinds::any, text);
  if (s == Status::fail || (s == Status::ok && text.empty() && is_nil(m, args[0])))
    return m.type_error(string ? "string" : "atom", m.deref(args[0]));
  if (s != Status::ok) return s;
  auto n = static_cast<int64_t>(text.size());
  for (int i = 1; i <= 3; ++i) {
    Cell c = m.look(args[i]);
    if (!is_var_tag(tag_of(c)) && tag_of(c) != Tag::integer && tag_of(c) != Tag::symbolic)
      return m.type_error("integer", c);
  }
  Cell sub = m.deref(args[4]);
  if (!is_var_tag(tag_of(sub))) {
    Characters wanted;
    Status w = characters_of(m, sub, TextKinds::any, wanted);
    if (w == Status::fail || (w == Status::ok && wanted.empty() && is_nil(m, sub)))
      return m.type_error("atom", sub);
    if (w != Status::ok) return w;
    args[5] = int_cell(0);
    return find_next(m, args);
  }
  int64_t b = known(m, args[1]), l = known(m, args[2]), a = known(m, args[3]);
  int64_t from = b >= 0 ? b : l >= 0 && a >= 0 ? n - l - a : 0;
  int64_t length = l >= 0 ? l : a >= 0 ? n - from - a : 0;
  if (from < 0 || length < 0) return Status::fail;
  args[5] = int_cell(from);
  args[6] = int_cell(length);
  return sub_next<string>(m, args);
}

// Is the character among those? A choice when it is unknown.
bool is_among(Machine& m, const Character& c, const std::string& set) {
  std::u32string codes = decode_utf8(set);
  auto contains = [&](char32_t code) { return codes.find(code) != std::u32string::npos; };
  return c.unknown ? choose_class(m, c.unknown, contains) : contains(c.code);
}

Status split_string(Machine& m, Cell* args) {
  Characters text;
  std::string separators, pad;
  Status s = characters_of(m, args[0], TextKinds::any, text);
  if (s != Status::ok) return s == Status::fail ? m.type_error("text", m.deref(args[0])) : s;
  for (auto [i, out] : {std::pair{1, &separators}, {2, &pad}}) {
    s = text_of(m, args[i], TextKinds::any, *out);
    if (s != Status::ok) return s == Status::fail ? m.type_error("text", m.deref(args[i])) : s;
  }
  std::vector<Cell> items;
  size_t from = 0, end = text.size();
  while (from < end && is_among(m, text[from], pad)) ++from;
  while (from < end && is_among(m, text[end - 1], pad)) --end;
  for (;;) {
    // Padding goes first: separators that are padding as well separate nothing there.
    while (from < end && is_among(m, text[from], pad)) ++from;
    size_t at = from;
    while (at < end && !is_among(m, text[at], separators)) ++at;
    size_t last = at;
    while (from < last && is_among(m, text[last - 1], pad)) --last;
    Characters item(text.begin() + static_cast<ptrdiff_t>(from),
                    text.begin() + static_cast<ptrdiff_t>(last));
    items.push_back(text_from(m, item, true));
    if (at == end) break;
    from = at + 1;
  }
  return yes(m.unify(args[3], m.store().list(items)));
}

}  // namespace

void add_substring_builtins(Program& p) {
  p.add_builtin("sub_atom", 5, sub_text<false>);
  p.add_builtin("sub_string", 5, sub_text<true>);
  p.add_builtin("split_string", 4, split_string);
}

}  // namespace cuttle::prolog
