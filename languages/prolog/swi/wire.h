// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace cuttle::prolog {

// A term as SWI-Prolog hands it over. One token per line, in prefix order:
//   Vn  variable number n        Itext integer     Qn/d rational     Ftext float
//   N   the empty list           Atext atom        Stext string
//   Ln  a list of n items, followed by its tail    Cn name   compound of n arguments
//   Bn [] the same, named by the empty list
// Cyclic terms come as $cuttle_cycles(Skeleton, [Variable=Term, ...]).
// In texts, backslash and line ends are escaped (\\, \n, \r). Replies that are not terms:
//   E   end of a sequence        U  undefined      Xtext  an error, as SWI-Prolog words it
struct WireTerm {
  enum class Kind : uint8_t { variable, integer, rational, floating, nil, atom, string, compound };
  Kind kind = Kind::nil;
  std::string text;  // name of a compound, text of a number
  uint32_t variable = 0;
  bool brackets = false;  // a compound whose name is the empty list, not the atom '[]'
  std::vector<WireTerm> args;

  WireTerm() = default;
  WireTerm(const WireTerm&) = default;
  WireTerm(WireTerm&&) = default;
  WireTerm& operator=(const WireTerm&) = default;
  WireTerm& operator=(WireTerm&&) = default;
  ~WireTerm();  // terms may be a million levels deep: takes no stack

  bool is_atom(std::string_view name) const { return kind == Kind::atom && text == name; }
  bool is(std::string_view name, size_t arity) const {
    return kind == Kind::compound && text == name && args.size() == arity;
  }
  bool is_cons() const { return is("[|]", 2); }
};

// Calls `visit` with every subterm, from the left; takes no stack.
void for_each_subterm(const WireTerm& term, const std::function<void(const WireTerm&)>& visit);
bool has_variables(const WireTerm& term);

// The items of a proper list.
std::vector<const WireTerm*> list_items(const WireTerm& term);

std::string unescape_wire(std::string_view text);

}  // namespace cuttle::prolog
