// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/inputs/kinds.h"

namespace cuttle::erlang {

uint32_t Atoms::id(std::string_view name) {
  auto [at, added] = by_name_.try_emplace(std::string(name), static_cast<uint32_t>(names_.size()));
  if (added) names_.emplace_back(name);
  return at->second;
}

uint64_t MapKeys::add(std::vector<Term> keys) {
  lists_.push_back(std::move(keys));
  return lists_.size() - 1;
}

}  // namespace cuttle::erlang
