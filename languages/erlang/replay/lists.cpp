// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/replay/lists.h"

namespace cuttle::erlang::replay {

Walk walk(Shadow& shadow, Cell list) {
  ExprPool& pool = shadow.pool();
  Walk result{{}, {}, shadow.no()};
  ExprId here = shadow.yes();
  for (;;) {
    ExprId ends = pool.and_(here, shadow.is_kind(list, mask_of(TermKind::nil)));
    result.ends.push_back(ends);
    result.proper = pool.or_(result.proper, ends);
    Shadow::Pair pair = shadow.as_cons(list);
    here = pool.and_(here, pair.when);
    if (pool.is_false(here)) return result;
    result.items.push_back({here, pair.head});
    list = pair.tail;
  }
}

std::optional<std::vector<Cell>> spine(Shadow& shadow, Cell list) {
  Walk all = walk(shadow, list);
  std::vector<ExprId> conditions = all.ends;
  conditions.push_back(shadow.pool().not_(all.proper));
  size_t length = 0;
  if (shadow.pool().is_true(all.ends.back())) {
    length = all.items.size();
  } else {
    auto taken = shadow.decide(std::move(conditions));
    if (!taken || *taken == all.ends.size()) return {};
    length = *taken;
  }
  std::vector<Cell> items;
  for (size_t i = 0; i < length; ++i) items.push_back(all.items[i].value);
  return items;
}

std::optional<std::vector<Cell>> tuple_items(Shadow& shadow, Cell tuple) {
  const std::vector<size_t> sizes = shadow.tuple_sizes(tuple);
  std::vector<ExprId> conditions;
  ExprId none = shadow.yes();
  for (size_t size : sizes) {
    conditions.push_back(shadow.as_tuple(tuple, size).when);
    none = shadow.pool().and_(none, shadow.pool().not_(conditions.back()));
  }
  conditions.push_back(none);
  auto taken = shadow.decide(std::move(conditions));
  if (!taken || *taken == sizes.size()) return {};
  return shadow.as_tuple(tuple, sizes[*taken]).items;
}

}  // namespace cuttle::erlang::replay
