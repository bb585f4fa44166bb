// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/term/term.h"

#include <algorithm>
#include <cmath>

namespace cuttle::erlang {

Term Term::make_integer(mpz_class value) {
  Term term;
  term.kind = TermKind::integer;
  term.integer = std::move(value);
  return term;
}

Term Term::make_float(double value) {
  Term term;
  term.kind = TermKind::floating;
  term.floating = value;
  return term;
}

Term Term::make_atom(std::string_view name) {
  Term term;
  term.kind = TermKind::atom;
  term.text = name;
  return term;
}

Term Term::make_tuple(std::vector<Term> elements) {
  Term term;
  term.kind = TermKind::tuple;
  term.items = std::move(elements);
  return term;
}

Term Term::make_list(std::vector<Term> elements) {
  return make_list(std::move(elements), Term());
}

Term Term::make_list(std::vector<Term> elements, Term tail) {
  if (elements.empty()) return tail;
  Term term;
  term.kind = TermKind::cons;
  term.items = std::move(elements);
  if (tail.kind == TermKind::cons) {  // stays flat
    for (Term& item : tail.items) term.items.push_back(std::move(item));
  } else {
    term.items.push_back(std::move(tail));
  }
  return term;
}

Term Term::make_string(std::string_view latin1) {
  std::vector<Term> characters;
  for (char c : latin1) characters.push_back(make_integer(static_cast<unsigned char>(c)));
  return make_list(std::move(characters));
}

Term Term::make_binary(std::string bytes) {
  Term term;
  term.kind = TermKind::bitstring;
  term.text = std::move(bytes);
  return term;
}

Term Term::make_map(std::vector<std::pair<Term, Term>> entries) {
  // Keys are told apart as `=:=' does: 1 and 1.0 are two.
  auto before = [](const auto& a, const auto& b) {
    int order = compare(a.first, b.first);
    return order != 0 ? order < 0 : a.first.kind < b.first.kind;
  };
  std::stable_sort(entries.begin(), entries.end(), before);
  Term term;
  term.kind = TermKind::map;
  for (size_t i = 0; i < entries.size(); ++i) {
    if (i + 1 < entries.size() && identical(entries[i].first, entries[i + 1].first)) continue;
    term.items.push_back(std::move(entries[i].first));
    term.items.push_back(std::move(entries[i].second));
  }
  return term;
}

namespace {

int sign(int order) {
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

bool is_number(const Term& t) {
  return t.kind == TermKind::integer || t.kind == TermKind::floating;
}

int compare_numbers(const Term& a, const Term& b) {
  if (a.kind == b.kind && a.is_integer()) return sign(cmp(a.integer, b.integer));
  if (a.kind == b.kind) return a.floating < b.floating ? -1 : a.floating > b.floating ? 1 : 0;
  // A float is an exact rational; comparing there loses nothing.
  if (a.is_integer()) return sign(cmp(mpq_class(a.integer), mpq_class(b.floating)));
  return sign(cmp(mpq_class(a.floating), mpq_class(b.integer)));
}

int compare_items(const Term& a, const Term& b) {
  for (size_t i = 0; i < std::min(a.items.size(), b.items.size()); ++i)
    if (int order = compare(a.items[i], b.items[i])) return order;
  return 0;
}

// A list ends in its tail, which is compared with the rest of a longer one.
int compare_lists(const Term& a, const Term& b) {
  size_t shorter = std::min(a.length(), b.length());
  for (size_t i = 0; i < shorter; ++i)
    if (int order = compare(a.items[i], b.items[i])) return order;
  if (a.length() == b.length()) return compare(a.items.back(), b.items.back());
  const Term& tail = a.length() < b.length() ? a.items.back() : b.items.back();
  int order = tail.kind < TermKind::cons || is_number(tail) ? -1 : 1;
  return a.length() < b.length() ? order : -order;
}

// All keys before all values. Keys are told apart by type when they are equal as numbers.
int compare_maps(const Term& a, const Term& b) {
  if (a.items.size() != b.items.size()) return a.items.size() < b.items.size() ? -1 : 1;
  for (size_t i = 0; i < a.items.size(); i += 2) {
    if (int order = compare(a.items[i], b.items[i])) return order;
    if (a.items[i].kind != b.items[i].kind) return a.items[i].kind < b.items[i].kind ? -1 : 1;
  }
  for (size_t i = 1; i < a.items.size(); i += 2)
    if (int order = compare(a.items[i], b.items[i])) return order;
  return 0;
}

int compare_bits(const Term& a, const Term& b) {
  size_t bytes = std::min(a.text.size(), b.text.size());
  if (bytes > 0 && (a.unused_bits || b.unused_bits)) --bytes;  // the last one may be a part
  if (int order = a.text.compare(0, bytes, b.text, 0, bytes)) return sign(order);
  auto bits = [](const Term& t) { return t.text.size() * 8 - t.unused_bits; };
  auto bit = [](const Term& t, size_t i) {
    return (static_cast<unsigned char>(t.text[i / 8]) >> (7 - i % 8)) & 1;
  };
  for (size_t i = bytes * 8; i < std::min(bits(a), bits(b)); ++i)
    if (bit(a, i) != bit(b, i)) return bit(a, i) < bit(b, i) ? -1 : 1;
  return bits(a) < bits(b) ? -1 : bits(a) > bits(b) ? 1 : 0;
}

}  // namespace

int compare(const Term& a, const Term& b) {
  if (is_number(a) && is_number(b)) return compare_numbers(a, b);
  if (a.kind != b.kind) return a.kind < b.kind ? -1 : 1;
  switch (a.kind) {
    case TermKind::tuple:
      if (a.items.size() != b.items.size()) return a.items.size() < b.items.size() ? -1 : 1;
      return compare_items(a, b);
    case TermKind::map:
      return compare_maps(a, b);
    case TermKind::cons:
      return compare_lists(a, b);
    case TermKind::bitstring:
      return compare_bits(a, b);
    default:
      break;
  }
  // UTF-8 sorts as its code points do.
  if (int order = a.text.compare(b.text)) return sign(order);
  return compare_items(a, b);
}

bool identical(const Term& a, const Term& b) {
  if (a.kind != b.kind || a.items.size() != b.items.size()) return false;
  if (a.kind == TermKind::integer) return a.integer == b.integer;
  if (a.kind == TermKind::floating) return a.floating == b.floating;
  if (a.text != b.text || a.unused_bits != b.unused_bits) return false;
  for (size_t i = 0; i < a.items.size(); ++i)
    if (!identical(a.items[i], b.items[i])) return false;
  return true;
}

}  // namespace cuttle::erlang
