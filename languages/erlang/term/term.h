// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cuttle::erlang {

// In the order in which Erlang compares terms of different kinds; integers and floats are compared
// as numbers.
enum class TermKind : uint8_t {
  integer,
  floating,
  atom,
  reference,
  fun,
  port,
  pid,
  tuple,
  map,
  nil,
  cons,
  bitstring,
};

// A term without anything symbolic inside: a tree, for what is read and shown rather than for what
// is computed with. Lists are flat, so nesting is no deeper than the data's own.
struct Term {
  TermKind kind = TermKind::nil;
  mpz_class integer = 0;
  double floating = 0;
  // An atom's name in UTF-8; the bytes of a bitstring; of references, ports, pids and funs (other
  // than `fun M:F/A') their external format, which is their identity.
  std::string text = {};
  uint8_t unused_bits = 0;  // of a bitstring, in its last byte (the lowest ones)
  // The elements of a tuple; the elements of a list and then its tail (nil for proper lists); keys
  // and values of a map by turns, ascending; module, function and arity of `fun M:F/A'.
  std::vector<Term> items = {};

  static Term make_integer(mpz_class value);
  static Term make_float(double value);
  static Term make_atom(std::string_view name);
  static Term make_nil() { return {}; }
  static Term make_tuple(std::vector<Term> elements);
  // Nil when there are no elements and the tail is nil.
  static Term make_list(std::vector<Term> elements);
  static Term make_list(std::vector<Term> elements, Term tail);
  static Term make_string(std::string_view latin1);  // a list of characters
  static Term make_binary(std::string bytes);
  static Term make_map(
      std::vector<std::pair<Term, Term>> entries);  // the last of equal keys counts

  bool is_integer() const { return kind == TermKind::integer; }
  bool is_atom() const { return kind == TermKind::atom; }
  bool is_atom(std::string_view name) const { return is_atom() && text == name; }
  bool is_tuple() const { return kind == TermKind::tuple; }
  bool is_tuple(std::string_view tag, size_t size) const {
    return is_tuple() && items.size() == size && items[0].is_atom(tag);
  }
  bool is_list() const { return kind == TermKind::nil || kind == TermKind::cons; }
  bool is_proper_list() const {
    return kind == TermKind::nil || (kind == TermKind::cons && items.back().kind == TermKind::nil);
  }
  // Elements of a list, without the tail.
  size_t length() const { return kind == TermKind::cons ? items.size() - 1 : 0; }
};

// Negative, zero or positive. As `<' and `==' see them: 1 and 1.0 are equal.
int compare(const Term& a, const Term& b);
// The same term (`=:=').
bool identical(const Term& a, const Term& b);

}  // namespace cuttle::erlang
