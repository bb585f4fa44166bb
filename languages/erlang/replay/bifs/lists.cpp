// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/replay/lists.h"

#include <algorithm>

namespace cuttle::erlang::replay {

namespace {

Cases hd(Call& call) {
  Shadow::Pair pair = call.shadow.as_cons(call.arg(0));
  return call.value_if(pair.when, pair.head);
}

Cases tl(Call& call) {
  Shadow::Pair pair = call.shadow.as_cons(call.arg(0));
  return call.value_if(pair.when, pair.tail);
}

Cases length(Call& call) {
  Walk all = walk(call.shadow, call.arg(0));
  std::vector<Alt> lengths;
  for (size_t i = 0; i < all.ends.size(); ++i) {
    if (!call.pool().is_false(all.ends[i]))
      lengths.push_back({all.ends[i], Cell::small(static_cast<int64_t>(i))});
  }
  if (lengths.empty()) return call.error("badarg");
  return call.value_if(all.proper, call.shadow.mux(std::move(lengths)));
}

Cases append(Call& call) {
  // [] ++ X is X, whatever X is.
  auto items = spine(call.shadow, call.arg(0));
  return items ? call.value(call.heap().list(*items, call.arg(1))) : call.error("badarg");
}

// Each element of the second takes the first equal one out of the first: each is a choice.
Cases subtract(Call& call) {
  auto from = spine(call.shadow, call.arg(0));
  if (!from) return call.error("badarg");
  auto what = spine(call.shadow, call.arg(1));
  if (!what) return call.error("badarg");
  for (Cell each : *what) {
    for (size_t i = 0; i < from->size(); ++i) {
      if (!call.shadow.decide_if(call.shadow.identical((*from)[i], each))) continue;
      from->erase(from->begin() + static_cast<std::ptrdiff_t>(i));
      break;
    }
  }
  return call.value(call.heap().list(*from));
}

Cases reverse2(Call& call) {
  auto items = spine(call.shadow, call.arg(0));
  if (!items) return call.error("badarg");
  Cell result = call.arg(1);
  for (Cell each : *items) result = call.heap().cons(each, result);
  return call.value(result);
}

// lists:reverse/1 is written in Erlang: it fails differently.
Cases reverse1(Call& call) {
  auto items = spine(call.shadow, call.arg(0));
  if (!items) {
    // [H | T] of an improper list goes to reverse/2, anything else has no clause.
    Shadow::Pair first = call.shadow.as_cons(call.arg(0));
    Shadow::Pair second = call.shadow.as_cons(first.tail);
    (void)second;
    bool cell = call.shadow.decide_if(first.when);
    if (!cell) return call.error("function_clause");
    bool more = call.shadow.decide_if(call.shadow.as_cons(first.tail).when);
    return call.error(more ? "badarg" : "function_clause");
  }
  std::reverse(items->begin(), items->end());
  return call.value(call.heap().list(*items));
}

// Walks to the first element that fits; what the walk gives under which condition.
struct Search {
  ExprId found, not_found, improper;
  std::vector<Alt> hits;
};

template <typename Fits>
Search search(Call& call, Cell list, Fits fits) {
  ExprPool& pool = call.pool();
  Walk all = walk(call.shadow, list);
  Search result{call.shadow.no(), call.shadow.no(), call.shadow.no(), {}};
  ExprId none = call.shadow.yes();  // nothing found so far
  for (const Alt& item : all.items) {
    ExprId fit = fits(item.value);
    ExprId here = pool.and_(pool.and_(none, item.when), fit);
    if (!pool.is_false(here)) {
      result.hits.push_back({here, item.value});
      result.found = pool.or_(result.found, here);
    }
    // A list that ends before has no such element.
    none = pool.and_(none, pool.not_(pool.and_(item.when, fit)));
    if (pool.is_false(none)) break;
  }
  result.not_found = pool.and_(none, all.proper);
  result.improper = pool.and_(none, pool.not_(all.proper));
  return result;
}

Cases member(Call& call) {
  Search result = search(call, call.arg(1),
                         [&](Cell each) { return call.shadow.identical(each, call.arg(0)); });
  ExprId fine = call.pool().or_(result.found, result.not_found);
  return call.value_if(fine, call.shadow.boolean(result.found));
}

// The N-th element of tuples that have one equals the key (as `==').
std::optional<Search> key_search(Call& call) {
  Cell place = call.shadow.concretise(call.arg(1), "the place of a key");
  if (!call.heap().is_integer(place)) return {};
  const mpz_class n = call.heap().integer_of(place);
  if (n < 1) return {};
  return search(call, call.arg(2), [&](Cell each) {
    ExprId some = call.shadow.no();
    for (size_t size : call.shadow.tuple_sizes(each)) {
      if (n > static_cast<unsigned long>(size)) continue;
      Shadow::Items tuple = call.shadow.as_tuple(each, size);
      ExprId same = call.shadow.equal(tuple.items[n.get_ui() - 1], call.arg(0), false);
      some = call.pool().or_(some, call.pool().and_(tuple.when, same));
    }
    return some;
  });
}

template <bool wrapped>
Cases key_find(Call& call) {
  auto result = key_search(call);
  if (!result) return call.error("badarg");
  Cases cases;
  if (!result->hits.empty()) {
    Cell value = call.shadow.mux(result->hits);
    if (wrapped) {
      Cell pair[] = {call.heap().atom("value"), value};
      value = call.heap().tuple(pair);
    }
    cases.push_back({result->found, value});
  }
  if (!call.pool().is_false(result->not_found))
    cases.push_back({result->not_found, call.heap().atom("false")});
  if (!call.pool().is_false(result->improper))
    cases.push_back({result->improper, call.heap().atom("badarg"), true});
  return cases;
}

Cases key_member(Call& call) {
  auto result = key_search(call);
  if (!result) return call.error("badarg");
  ExprId fine = call.pool().or_(result->found, result->not_found);
  return call.value_if(fine, call.shadow.boolean(result->found));
}

constexpr ModelRow rows[] = {
    {"erlang", "hd", 1, hd},
    {"erlang", "tl", 1, tl},
    {"erlang", "length", 1, length},
    {"erlang", "++", 2, append},
    {"erlang", "--", 2, subtract},
    {"lists", "reverse", 1, reverse1},
    {"lists", "reverse", 2, reverse2},
    {"lists", "member", 2, member},
    {"lists", "keyfind", 3, key_find<false>},
    {"lists", "keysearch", 3, key_find<true>},
    {"lists", "keymember", 3, key_member},
};

}  // namespace

std::span<const ModelRow> list_models() {
  return rows;
}

}  // namespace cuttle::erlang::replay
