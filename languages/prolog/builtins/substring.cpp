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

template <bool string>
Cell piece(Machine& m, const CodePoints& codes, int64_t from, int64_t n) {
  CodePoints part(codes.begin() + from, codes.begin() + from + n);
  std::string text = encode_utf8(part);
  return string ? m.store().string(text) : atom_from(m, text);
}

// args: Text, Before, Length, After, Sub, next before, next length
template <bool string>
Status sub_next(Machine& m, Cell* args) {
  std::string text;
  text_of(m, args[0], TextKinds::any, text);
  CodePoints codes = decode_utf8(text);
  auto n = static_cast<int64_t>(codes.size());
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
             m.unify(a[4], piece<string>(m, codes, at, length)));
}

// args: Text, Before, Length, After, Sub, start of the search: the sub-text is known
Status find_next(Machine& m, Cell* args) {
  std::string text, sub;
  text_of(m, args[0], TextKinds::any, text);
  text_of(m, args[4], TextKinds::any, sub);
  CodePoints codes = decode_utf8(text), wanted = decode_utf8(sub);
  auto from = codes.begin() + int_of(args[5]);
  auto it = std::search(from, codes.end(), wanted.begin(), wanted.end());
  if (it == codes.end() && !wanted.empty()) return Status::fail;
  int64_t at = it - codes.begin();
  auto n = static_cast<int64_t>(codes.size()), l = static_cast<int64_t>(wanted.size());
  Cell a[6] = {args[0], args[1], args[2], args[3], args[4], int_cell(at + 1)};
  if (at + 1 <= n - l) m.push_retry(find_next, a, 6);
  return yes(m.unify(a[1], int_cell(at)) && m.unify(a[2], int_cell(l)) &&
             m.unify(a[3], int_cell(n - at - l)));
}

template <bool string>
Status sub_text(Machine& m, Cell* args) {
  std::string text;
  Status s = text_of(m, args[0], TextKinds::any, text);
  if (s == Status::fail || m.look(args[0]) == atom_cell(atoms::nil))
    return m.type_error(string ? "string" : "atom", m.deref(args[0]));
  if (s != Status::ok) return s;
  auto n = static_cast<int64_t>(length_utf8(text));
  for (int i = 1; i <= 3; ++i) {
    Cell c = m.look(args[i]);
    if (!is_var_tag(tag_of(c)) && tag_of(c) != Tag::integer && tag_of(c) != Tag::symbolic)
      return m.type_error("integer", c);
  }
  Cell sub = m.look(args[4]);
  if (!is_var_tag(tag_of(sub))) {
    std::string wanted;
    Status w = text_of(m, sub, TextKinds::any, wanted);
    if (w == Status::fail || sub == atom_cell(atoms::nil)) return m.type_error("atom", sub);
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

Status split_string(Machine& m, Cell* args) {
  std::string text, separators, pad;
  for (auto [i, out] : {std::pair{0, &text}, {1, &separators}, {2, &pad}}) {
    Status s = text_of(m, args[i], TextKinds::any, *out);
    if (s != Status::ok) return s == Status::fail ? m.type_error("atomic", m.deref(args[i])) : s;
  }
  std::vector<Cell> items;
  for (size_t at = 0;;) {
    size_t end = separators.empty() ? std::string::npos : text.find_first_of(separators, at);
    std::string part = text.substr(at, end == std::string::npos ? end : end - at);
    size_t first = part.find_first_not_of(pad), last = part.find_last_not_of(pad);
    part = first == std::string::npos ? "" : part.substr(first, last - first + 1);
    items.push_back(m.store().string(part));
    if (end == std::string::npos) break;
    at = end + 1;
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
