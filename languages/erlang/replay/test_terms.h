// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <random>
#include <string>
#include <vector>

#include "languages/erlang/term/term.h"

namespace cuttle::erlang {

// Random terms by what is wanted: `i' integer, `n' number, `a' atom, `b' binary, `t' tuple, `l'
// list, `m' map, `B' list of bytes, `I' small index, `S' text of a number, `P' list of pairs, `T'
// pair, `L' iolist, `x' anything.
class TermMaker {
 public:
  explicit TermMaker(unsigned seed) : random_(seed) {}

  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }

  Term make(char wanted, unsigned depth = 2) {
    switch (wanted) {
      case 'i':
        return integer();
      case 'n':
        return below(3) == 0 ? floating() : integer();
      case 'a':
        return Term::make_atom(pick({"a", "b", "true", "false", "undefined", "zz", "42"}));
      case 'b':
        return Term::make_binary(below(4) == 0 ? digits() : text(below(5)));
      case 't':
        return Term::make_tuple(many(below(4), depth));
      case 'l':
        if (below(8) == 0) return Term::make_list(many(1 + below(3), depth), make('a'));
        return Term::make_list(many(below(5), depth));
      case 'm':
        return map(depth);
      case 'B':
        return Term::make_string(text(below(5)));
      case 'I':
        return Term::make_integer(static_cast<long>(below(6)) - 1);
      case 'S':
        return Term::make_string(digits());
      case 'P':
        return pairs(depth);
      case 'T':
        return Term::make_tuple({make('x', 0), make('x', 0)});
      case 'L':
        return iolist(2);
      default:
        break;
    }
    return any(depth);
  }

 private:
  const char* pick(std::vector<const char*> from) {
    return from[below(static_cast<unsigned>(from.size()))];
  }
  Term integer() {
    static constexpr long some[] = {0,   1,   -1,   2,    7,          10,
                                    255, 256, -128, 1000, 0x7FFFFFFF, -0x7FFFFFFF};
    if (below(2) == 0) return Term::make_integer(some[below(12)]);
    return Term::make_integer(static_cast<long>(below(2000)) - 1000);
  }
  Term floating() {
    static constexpr double some[] = {0.0, 0.5, -0.5, 1.0, 2.0, -3.25, 10.0, 1000.5, 255.0, 1.5};
    return Term::make_float(some[below(10)]);
  }
  std::string text(unsigned length) {
    std::string out;
    for (unsigned i = 0; i < length; ++i)
      out += static_cast<char>(below(3) ? 'a' + below(3) : below(256));
    return out;
  }
  std::string digits() {
    std::string out = pick({"", "-", "+", "", "x"});
    for (unsigned i = 0, n = below(5); i < n; ++i) out += static_cast<char>('0' + below(10));
    return out;
  }
  Term map(unsigned depth) {
    std::vector<std::pair<Term, Term>> entries;
    for (unsigned i = 0, n = below(4); i < n; ++i)
      entries.emplace_back(make(pick({"a", "I"})[0]), make('x', depth > 0 ? depth - 1 : 0));
    return Term::make_map(std::move(entries));
  }
  Term pairs(unsigned depth) {
    std::vector<Term> items;
    for (unsigned i = 0, n = below(4); i < n; ++i)
      items.push_back(below(9) == 0 ? make('x', 1)
                                    : Term::make_tuple({make(pick({"a", "I", "n"})[0]),
                                                        make('x', depth > 0 ? depth - 1 : 0)}));
    if (below(9) == 0 && !items.empty()) return Term::make_list(std::move(items), make('a'));
    return Term::make_list(std::move(items));
  }
  Term iolist(unsigned depth) {
    std::vector<Term> items;
    for (unsigned i = 0, n = below(4); i < n; ++i) {
      unsigned kind = below(12);
      items.push_back(kind < 6                 ? Term::make_integer(below(256))
                      : kind < 8               ? make('b')
                      : kind < 11 && depth > 0 ? iolist(depth - 1)
                                               : make('x', 0));
    }
    if (below(8) == 0 && !items.empty()) return Term::make_list(std::move(items), make('b'));
    return Term::make_list(std::move(items));
  }
  std::vector<Term> many(unsigned count, unsigned depth) {
    std::vector<Term> items;
    for (unsigned i = 0; i < count; ++i) items.push_back(make('x', depth > 0 ? depth - 1 : 0));
    return items;
  }
  Term any(unsigned depth) {
    static constexpr char flat[] = "innaab", deep[] = "tlmBPtl";
    if (depth == 0 || below(2) == 0) return make(flat[below(6)]);
    return make(deep[below(7)], depth - 1);
  }

  std::mt19937 random_;
};

}  // namespace cuttle::erlang
