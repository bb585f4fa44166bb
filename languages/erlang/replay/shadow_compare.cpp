// SPDX-License-Identifier: Apache-2.0
// Equality and Erlang's order, as conditions on the inputs.
#include <algorithm>

#include "languages/erlang/replay/bits.h"
#include "languages/erlang/replay/shadow.h"

namespace cuttle::erlang::replay {

namespace {

// Comparing two unknown terms takes a condition for each pair of symbols down to the end of their
// domains; beyond this size one of them is looked at first.
constexpr uint64_t most_weight = 600;
constexpr uint64_t endless = 1'000'000'000;

}  // namespace

uint64_t Shadow::weight(const term::Domain& domain) {
  auto [at, added] = weights_.try_emplace(&domain, endless);
  if (!added) return at->second;
  uint64_t sum = 1;
  for (const term::Symbol& symbol : domain.symbols()) {
    ++sum;
    for (const term::Domain* arg : symbol.args) sum = std::min(endless, sum + weight(*arg));
  }
  return weights_[&domain] = sum;
}

uint64_t Shadow::weight(Cell c) {
  c = resolve(c);
  if (c.tag() == Tag::position) return weight(skeleton_.domain(heap_.position_of(c)));
  if (c.tag() != Tag::mux) return 1;
  uint64_t sum = 1;
  for (const Alt& alt : std::vector<Alt>(heap_.alts_of(c)))
    sum = std::min(endless, sum + weight(alt.value));
  return sum;
}

bool Shadow::too_heavy(Cell a, Cell b) {
  uint64_t x = weight(a), y = weight(b);
  return x > 1 && y > 1 && x + y > most_weight;
}

// ---- equality ----

ExprId Shadow::equal(Cell a, Cell b, bool exact) {
  if (a == b) return yes();
  if (a.is_ground() && b.is_ground())
    return pool_.boolean(exact ? heap_.identical(a, b) : heap_.compare(a, b) == 0);
  a = resolve(a);
  b = resolve(b);
  if (too_heavy(a, b)) {
    Cell& heavier = weight(a) > weight(b) ? a : b;
    heavier = settle(heavier);
  }
  if (a == b) return yes();
  if (a.tag() == Tag::position || a.tag() == Tag::mux) std::swap(a, b);
  switch (a.tag()) {
    case Tag::atom:
      return is_atom(b, a.as_atom());
    case Tag::boolean: {
      ExprId condition = heap_.condition_of(a);
      return pool_.or_(pool_.and_(condition, is_true_atom(b)),
                       pool_.and_(pool_.not_(condition), is_atom(b, false_.as_atom())));
    }
    case Tag::nil:
      return is_kind(b, mask_of(TermKind::nil));
    case Tag::small:
    case Tag::big:
    case Tag::integer:
    case Tag::floating:
    case Tag::real: {
      ExprId same = number_equal(as_number(a), as_number(b), exact);
      if (same) return same;
      return equal(concretise(a, "a comparison of numbers"),
                   concretise(b, "a comparison of numbers"), exact);
    }
    case Tag::cons:
      return equal_lists(a, b, exact);
    case Tag::tuple: {
      auto mine = heap_.items(a);
      const std::vector<Cell> items(mine.begin(), mine.end());
      Items other = as_tuple(b, items.size());
      ExprId all = other.when;
      for (size_t i = 0; i < items.size() && !pool_.is_false(all); ++i)
        all = pool_.and_(all, equal(items[i], other.items[i], exact));
      return all;
    }
    case Tag::position:
    case Tag::mux:
      return equal_positions(a, b, exact);
    case Tag::map:
      return equal_maps(a, b, exact);
    case Tag::bits:
    case Tag::open_bits: {
      auto other = choose_bits(b);
      return other ? equal_bits(*this, a, *other) : no();
    }
    case Tag::fun:
      return equal_funs(a, b);
    case Tag::opaque: {
      ExprId some = no();
      for (const Alt& alt : shapes_of(b)) {
        if (alt.value.tag() == Tag::opaque && heap_.identical(a, alt.value))
          some = pool_.or_(some, alt.when);
      }
      return some;
    }
  }
  return no();
}

// Along both spines without recursion: lists are long.
ExprId Shadow::equal_lists(Cell a, Cell b, bool exact) {
  ExprId all = yes();
  while (!pool_.is_false(all)) {
    if (a == b) return all;
    if (a.is_ground() && b.is_ground()) return pool_.and_(all, equal(a, b, exact));
    a = resolve(a);
    if (a.tag() != Tag::cons) return pool_.and_(all, equal(a, b, exact));
    Pair other = as_cons(b);
    all = pool_.and_(all, other.when);
    if (pool_.is_false(all)) break;
    all = pool_.and_(all, equal(heap_.head(a), other.head, exact));
    a = heap_.tail(a);
    b = other.tail;
  }
  return all;
}

// Both are positions or muxes.
ExprId Shadow::equal_positions(Cell a, Cell b, bool exact) {
  ExprId some = no();
  for (const Alt& alt : shapes_of(a)) {
    if (alt.value == a) {  // a fun at a position
      some = pool_.or_(some, pool_.and_(alt.when, equal_funs(a, b)));
    } else {
      some = pool_.or_(some, pool_.and_(alt.when, equal(alt.value, b, exact)));
    }
  }
  return some;
}

// Funs are equal when they are the same code with equal captured values; inputs only to themselves.
ExprId Shadow::equal_funs(Cell a, Cell b) {
  ExprId some = no();
  for (const Alt& alt : shapes_of(b)) {
    if (alt.value == a) some = pool_.or_(some, alt.when);
    if (alt.value == a || a.tag() != Tag::fun || alt.value.tag() != Tag::fun) continue;
    const FunData x = heap_.fun_of(a), y = heap_.fun_of(alt.value);
    if (x.kind != y.kind || x.arity != y.arity) continue;
    ExprId same = pool_.boolean(x.module == y.module && x.function == y.function &&
                                x.captured.size() == y.captured.size());
    if (x.kind == FunData::Kind::foreign) same = pool_.boolean(erlang::identical(x.term, y.term));
    for (size_t i = 0; i < x.captured.size() && !pool_.is_false(same); ++i)
      same = pool_.and_(same, identical(x.captured[i], y.captured[i]));
    some = pool_.or_(some, pool_.and_(alt.when, same));
  }
  return some;
}

// Keys are compared exactly, also for `=='.
ExprId Shadow::equal_maps(Cell a, Cell b, bool exact) {
  auto other = choose_map(b);
  if (!other) return no();
  const MapData x = heap_.map_of(a), y = heap_.map_of(*other);
  auto present = [this](const MapEntry& e) { return e.present ? known(e.present) : yes(); };
  ExprId all = yes();
  auto covers = [&](const MapData& from, const MapData& to, bool values) {
    for (const MapEntry& e : from) {
      ExprId found = no();
      for (const MapEntry& f : to) {
        ExprId same = identical(e.key, f.key);
        if (pool_.is_false(same)) continue;
        same = pool_.and_(same, present(f));
        if (values) same = pool_.and_(same, equal(e.value, f.value, exact));
        found = pool_.or_(found, same);
      }
      all = pool_.and_(all, pool_.or_(pool_.not_(present(e)), found));
    }
  };
  covers(x, y, true);
  covers(y, x, false);
  return all;
}

// ---- order ----

namespace {

constexpr TermKind groups[] = {TermKind::integer, TermKind::atom,     TermKind::reference,
                               TermKind::fun,     TermKind::port,     TermKind::pid,
                               TermKind::tuple,   TermKind::map,      TermKind::nil,
                               TermKind::cons,    TermKind::bitstring};

KindMask group_mask(TermKind group) {
  return group == TermKind::integer ? number_mask : mask_of(group);
}

}  // namespace

ExprId Shadow::less(Cell a, Cell b) {
  if (a == b) return no();
  if (a.is_ground() && b.is_ground()) return pool_.boolean(heap_.compare(a, b) < 0);
  a = resolve(a);
  b = resolve(b);
  if (too_heavy(a, b)) {
    Cell& heavier = weight(a) > weight(b) ? a : b;
    heavier = settle(heavier);
  }
  ExprId some = no();
  KindMask above = 0xFFFF;
  for (TermKind group : groups) {
    KindMask mask = group_mask(group);
    above = static_cast<KindMask>(above & ~mask);
    ExprId here = is_kind(a, mask);
    if (pool_.is_false(here)) continue;
    some = pool_.or_(some, pool_.and_(here, is_kind(b, above)));
    ExprId both = pool_.and_(here, is_kind(b, mask));
    if (pool_.is_false(both)) continue;
    some = pool_.or_(some, pool_.and_(both, less_inside(group, a, b)));
  }
  return some;
}

bool Shadow::is_ordered(Cell c) {
  switch (c.tag()) {
    case Tag::fun:
    case Tag::opaque:
    case Tag::position:
      return false;
    case Tag::cons:
      for (; c.tag() == Tag::cons; c = heap_.tail(c))
        if (!is_ordered(heap_.head(c))) return false;
      return is_ordered(c);
    case Tag::tuple: {
      auto items = heap_.items(c);
      return std::all_of(items.begin(), items.end(),
                         [this](Cell each) { return is_ordered(each); });
    }
    case Tag::map: {
      const MapData& entries = heap_.map_of(c);
      return std::all_of(entries.begin(), entries.end(), [this](const MapEntry& e) {
        return is_ordered(e.key) && is_ordered(e.value);
      });
    }
    default:
      return true;
  }
}

// Given that both are of that group.
ExprId Shadow::less_inside(TermKind group, Cell a, Cell b) {
  switch (group) {
    case TermKind::integer: {
      ExprId before = number_less(as_number(a), as_number(b));
      if (before) return before;
      Cell x = concretise(a, "a comparison of numbers"),
           y = concretise(b, "a comparison of numbers");
      return pool_.boolean(heap_.compare(x, y) < 0);
    }
    case TermKind::atom:
      return less_atoms(a, b);
    case TermKind::tuple:
      return less_tuples(a, b);
    case TermKind::nil:
      return no();
    case TermKind::cons:
      return less_lists(a, b);
    case TermKind::bitstring: {
      auto x = choose_bits(a), y = choose_bits(b);
      return x && y ? less_bits(*this, *x, *y) : no();
    }
    default: {
      // Maps, funs, pids and the like: only where both are.
      if (!decide_if(pool_.and_(is_kind(a, group_mask(group)), is_kind(b, group_mask(group)))))
        return no();
      Cell x = concretise(a, "an order of terms"), y = concretise(b, "an order of terms");
      if (forbidden && refused) return no();
      if (is_ordered(x) && is_ordered(y)) return pool_.boolean(heap_.compare(x, y) < 0);
      // Only the machine knows how it orders them.
      if (!pool_.is_true(equal(x, y, false))) {
        limitation(Reason::unsupported, "an order of funs, pids or references");
        lost = true;
      }
      return no();
    }
  }
}

ExprId Shadow::less_atoms(Cell a, Cell b) {
  constexpr size_t many = 24;
  auto names = [this](Cell c) {
    std::vector<Alt> atoms;
    for (const Alt& alt : shapes_of(c)) {
      if (alt.value.tag() == Tag::boolean) {
        ExprId truth = heap_.condition_of(alt.value);
        atoms.push_back({pool_.and_(alt.when, truth), true_});
        atoms.push_back({pool_.and_(alt.when, pool_.not_(truth)), false_});
      } else if (alt.value.tag() == Tag::atom) {
        atoms.push_back(alt);
      }
    }
    return atoms;
  };
  std::vector<Alt> x = names(a), y = names(b);
  if (x.size() > many && y.size() > many) {
    settle(a);
    x = names(a);
  }
  ExprId some = no();
  for (const Alt& first : x) {
    for (const Alt& second : y) {
      if (heap_.name(first.value) < heap_.name(second.value))
        some = pool_.or_(some, pool_.and_(first.when, second.when));
    }
  }
  return some;
}

ExprId Shadow::less_tuples(Cell a, Cell b) {
  ExprId some = no();
  const std::vector<size_t> mine = tuple_sizes(a), others = tuple_sizes(b);
  for (size_t n : mine) {
    Items x = as_tuple(a, n);
    for (size_t m : others) {
      if (m < n) continue;
      Items y = as_tuple(b, m);
      ExprId both = pool_.and_(x.when, y.when);
      if (pool_.is_false(both)) continue;
      ExprId before = pool_.boolean(n < m);
      for (size_t i = n; i-- > 0 && n == m;) {
        ExprId first = less(x.items[i], y.items[i]);
        if (!pool_.is_false(before))
          first = pool_.or_(first, pool_.and_(equal(x.items[i], y.items[i], false), before));
        before = first;
      }
      some = pool_.or_(some, pool_.and_(both, before));
    }
  }
  return some;
}

ExprId Shadow::less_lists(Cell a, Cell b) {
  struct Step {
    ExprId less, equal;
  };
  std::vector<Step> steps;
  ExprId end = no();
  for (;;) {
    Pair x = as_cons(a), y = as_cons(b);
    ExprId same = equal(x.head, y.head, false);
    steps.push_back({less(x.head, y.head), same});
    a = x.tail;
    b = y.tail;
    if (pool_.is_false(same)) break;
    bool both = pool_.is_true(as_cons(a).when) && pool_.is_true(as_cons(b).when);
    if (both && !(a.is_ground() && b.is_ground())) continue;
    end = less(a, b);
    break;
  }
  for (size_t i = steps.size(); i-- > 0;)
    end = pool_.or_(steps[i].less, pool_.and_(steps[i].equal, end));
  return end;
}

}  // namespace cuttle::erlang::replay
