// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/swi/wire.h"

namespace cuttle::prolog {

std::vector<const WireTerm*> list_items(const WireTerm& term) {
  std::vector<const WireTerm*> items;
  for (const WireTerm* t = &term; t->is_cons(); t = &t->args[1]) items.push_back(&t->args[0]);
  return items;
}

std::string unescape_wire(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out += text[i];
      continue;
    }
    char c = text[++i];
    out += c == 'n' ? '\n' : c == 'r' ? '\r' : c;
  }
  return out;
}

}  // namespace cuttle::prolog
