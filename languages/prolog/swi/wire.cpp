// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/swi/wire.h"

namespace cuttle::prolog {

WireTerm::~WireTerm() {
  std::vector<WireTerm> pending = std::move(args);
  while (!pending.empty()) {
    WireTerm last = std::move(pending.back());
    pending.pop_back();
    for (WireTerm& arg : last.args) {
      if (!arg.args.empty()) pending.push_back(std::move(arg));
    }
    last.args.clear();
  }
}

void for_each_subterm(const WireTerm& term, const std::function<void(const WireTerm&)>& visit) {
  std::vector<const WireTerm*> pending{&term};
  while (!pending.empty()) {
    const WireTerm* t = pending.back();
    pending.pop_back();
    visit(*t);
    for (size_t i = t->args.size(); i-- > 0;) pending.push_back(&t->args[i]);
  }
}

bool has_variables(const WireTerm& term) {
  bool found = false;
  for_each_subterm(term,
                   [&](const WireTerm& t) { found = found || t.kind == WireTerm::Kind::variable; });
  return found;
}

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
