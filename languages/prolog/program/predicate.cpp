// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/program/clause.h"

namespace cuttle::prolog {

namespace {
constexpr size_t index_from = 8;  // shorter lists are scanned

void add(Predicate::Index& index, Clause* clause) {
  if (clause->key == 0) {
    index.any.push_back(clause);
    for (auto& [key, list] : index.by_key) list.push_back(clause);
    return;
  }
  auto [it, fresh] = index.by_key.try_emplace(clause->key);
  if (fresh) it->second = index.any;
  it->second.push_back(clause);
}
}  // namespace

void Predicate::append(Clause* clause) {
  all->push_back(clause);
  if (index) add(*index, clause);
}

// Runs may be iterating over the list: it is replaced, not changed.
void Predicate::prepend(Clause* clause) {
  auto list = std::make_shared<ClauseList>();
  list->reserve(all->size() + 1);
  list->push_back(clause);
  list->insert(list->end(), all->begin(), all->end());
  all = std::move(list);
  index.reset();
}

const ClauseList& Predicate::candidates(Cell key) {
  if (key == 0 || all->size() < index_from) return *all;
  if (!index) {
    index = std::make_unique<Index>();
    for (Clause* clause : *all) add(*index, clause);
  }
  auto it = index->by_key.find(key);
  return it == index->by_key.end() ? index->any : it->second;
}

}  // namespace cuttle::prolog
