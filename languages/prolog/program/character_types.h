// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace cuttle::prolog {

class SwiSession;

// Which characters have a type of char_type/2 (alpha, prolog_symbol, ...), as SWI-Prolog knows it:
// the ranges of a type are asked for once, when they are first needed.
class CharacterTypes {
 public:
  explicit CharacterTypes(SwiSession* session) : session_(session) {}

  // False without a session.
  bool holds(const std::string& type, char32_t code);

 private:
  using Ranges = std::vector<std::pair<char32_t, char32_t>>;  // first and last, ascending
  const Ranges& ranges(const std::string& type);

  SwiSession* session_;
  std::map<std::string, Ranges> known_;
};

}  // namespace cuttle::prolog
