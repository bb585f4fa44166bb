// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/program/character_types.h"

#include <algorithm>
#include <cstdlib>

#include "languages/prolog/swi/session.h"

namespace cuttle::prolog {

bool CharacterTypes::holds(const std::string& type, char32_t code) {
  const Ranges& all = ranges(type);
  auto after = std::upper_bound(all.begin(), all.end(), code,
                                [](char32_t c, const auto& range) { return c < range.first; });
  return after != all.begin() && code <= std::prev(after)->second;
}

const CharacterTypes::Ranges& CharacterTypes::ranges(const std::string& type) {
  auto [it, fresh] = known_.try_emplace(type);
  if (!fresh || !session_) return it->second;
  auto answer = session_->solve("cuttle_loader:code_ranges(" + type + ",_)", 1, 60);
  if (!answer) return it->second;
  auto number = [](const WireTerm& t) {
    return static_cast<char32_t>(std::strtoul(t.text.c_str(), nullptr, 10));
  };
  for (const WireTerm* solution : list_items(*answer)) {
    for (const WireTerm* range : list_items(solution->args[1]))
      it->second.emplace_back(number(range->args[0]), number(range->args[1]));
  }
  return it->second;
}

}  // namespace cuttle::prolog
