// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "languages/erlang/term/term.h"

namespace cuttle::erlang {

// The value of an atom in a map; null when there is none, or it is no map.
inline const Term* at(const Term& map, std::string_view key) {
  if (map.kind != TermKind::map) return nullptr;
  for (size_t i = 0; i + 1 < map.items.size(); i += 2)
    if (map.items[i].is_atom(key)) return &map.items[i + 1];
  return nullptr;
}
// Nil when there is none.
inline Term term_at(const Term& map, std::string_view key) {
  const Term* found = at(map, key);
  return found != nullptr ? *found : Term();
}
// An atom's name or a binary's bytes.
inline std::string text_at(const Term& map, std::string_view key) {
  const Term* found = at(map, key);
  return found != nullptr ? found->text : "";
}
inline int64_t number_at(const Term& map, std::string_view key) {
  const Term* found = at(map, key);
  return found != nullptr && found->is_integer() && found->integer.fits_slong_p()
             ? found->integer.get_si()
             : 0;
}

}  // namespace cuttle::erlang
