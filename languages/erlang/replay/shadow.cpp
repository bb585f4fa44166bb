// SPDX-License-Identifier: Apache-2.0
// What cells can be: knowledge and views.
#include "languages/erlang/replay/shadow.h"

#include <algorithm>
#include <set>

#include "languages/erlang/replay/bits.h"

namespace cuttle::erlang::replay {

using term::Content;
using term::PositionId;
using term::Symbol;

Shadow::Shadow(term::Skeleton& skeleton, Heap& heap, const MapKeys& keys)
    : Choices(skeleton),
      heap_(heap),
      keys_(keys),
      ints_(skeleton.pool()),
      true_(heap.atom("true")),
      false_(heap.atom("false")) {}

void Shadow::begin(const Assignment& inputs, uint64_t max_choices) {
  Choices::begin(inputs, max_choices);
  max_choices_ = max_choices;
  shapes_.clear();
  self.clear();
  forbidden = refused = lost = false;
}

// ---- knowledge ----

ExprId Shadow::test(PositionId p, unsigned first, unsigned last) {
  if (int s = known_symbol(p); s >= 0)
    return pool_.boolean(static_cast<unsigned>(s) >= first && static_cast<unsigned>(s) < last);
  bool inside = false, outside = false;
  for (unsigned s = 0; s < skeleton_.domain(p).size() && !(inside && outside); ++s) {
    if (!knowledge().is_excluded(p, s)) (s >= first && s < last ? inside : outside) = true;
  }
  if (!inside || !outside) return pool_.boolean(inside);
  ExprId condition = skeleton_.is_between(p, first, last);
  tests_[condition] = {p, first, last};
  return condition;
}

ExprId Shadow::known(ExprId condition) {
  return known(condition, 0);
}

ExprId Shadow::known(ExprId e, unsigned depth) {
  constexpr unsigned max_depth = 24;
  if (pool_.is_constant(e)) return e;
  if (const bool* holds = knowledge().decided(e)) return pool_.boolean(*holds);
  if (auto at = tests_.find(e); at != tests_.end()) {
    const Test t = at->second;
    return test(t.position, t.first, t.last);
  }
  const Op op = pool_.op(e);
  if (depth == max_depth || (op != Op::not_ && op != Op::and_ && op != Op::or_)) return e;
  const ExprId a = pool_.arg(e, 0);
  const ExprId x = known(a, depth + 1);
  if (op == Op::not_) return x == a ? e : pool_.not_(x);
  if (pool_.is_constant(x) && pool_.is_true(x) == (op == Op::or_)) return x;
  const ExprId b = pool_.arg(e, 1);
  const ExprId y = known(b, depth + 1);
  if (x == a && y == b) return e;
  return op == Op::and_ ? pool_.and_(x, y) : pool_.or_(x, y);
}

void Shadow::learn(ExprId condition, bool holds) {
  std::vector<std::pair<ExprId, bool>> pending = {{condition, holds}};
  while (!pending.empty()) {
    auto [e, truth] = pending.back();
    pending.pop_back();
    if (pool_.is_constant(e)) continue;
    const Op op = pool_.op(e);
    if (op == Op::not_) {
      pending.emplace_back(pool_.arg(e, 0), !truth);
      continue;
    }
    knowledge().decide(e, truth);
    if (op == (truth ? Op::and_ : Op::or_)) {
      pending.emplace_back(pool_.arg(e, 0), truth);
      pending.emplace_back(pool_.arg(e, 1), truth);
    }
    auto at = tests_.find(e);
    if (at == tests_.end()) continue;
    const Test t = at->second;
    for (unsigned s = 0; s < skeleton_.domain(t.position).size(); ++s) {
      if ((s >= t.first && s < t.last) != truth) knowledge().learn_not(t.position, s);
    }
    if (truth && t.last == t.first + 1) knowledge().learn_symbol(t.position, t.first);
  }
}

// ---- shapes ----

Cell Shadow::shape(PositionId p, unsigned symbol) {
  auto [at, added] = shapes_.try_emplace(uint64_t{p} << 20 | symbol);
  if (added) {
    Cell made = make_shape(p, symbol);  // may add shapes
    return shapes_[uint64_t{p} << 20 | symbol] = made;
  }
  return at->second;
}

Cell Shadow::make_shape(PositionId p, unsigned s) {
  const Symbol& symbol = skeleton_.symbol(p, s);
  std::vector<Cell> parts;
  switch (static_cast<TermKind>(symbol.kind)) {
    case TermKind::integer:
      return heap_.unknown(int_at(p));
    case TermKind::floating:
      return heap_.unknown(
          Real{skeleton_.floating(p), term::Floats::of_input(skeleton_.domain(p).float_bits())});
    case TermKind::atom:
      return Cell::atom(static_cast<uint32_t>(symbol.id));
    case TermKind::nil:
      return Cell::nil();
    case TermKind::cons:
    case TermKind::tuple:
      for (unsigned i = 0; i < symbol.arity(); ++i)
        parts.push_back(heap_.position(skeleton_.child(p, s, i)));
      if (symbol.kind == kind_id(TermKind::cons)) return heap_.cons(parts[0], parts[1]);
      return heap_.tuple(parts);
    case TermKind::map:
      return map_shape(p, s);
    case TermKind::bitstring: {
      const bool part = symbol.content == Content::arguments;
      const auto missing = static_cast<unsigned>(part ? symbol.id : 0);
      if (part) p = skeleton_.child(p, s, 0);
      ExprId bytes = skeleton_.unknown_length(p);
      const term::TextRange& texts = skeleton_.domain(p).texts();
      Int length =
          ints_.of(pool_.zext(bytes, pool_.sort(bytes).width + 1), texts.least, texts.most);
      Int bits = ints_.multiply(length, ints_.constant(8));
      if (part) bits = ints_.subtract(bits, ints_.constant(missing));
      return open_or_known(*this, {p, 0, bits, !part});
    }
    case TermKind::fun:
      return heap_.position(p);
    default: {
      Term term;
      term.kind = static_cast<TermKind>(symbol.kind);
      term.text = "input " + std::to_string(symbol.id);
      return heap_.opaque(std::move(term));
    }
  }
}

Cell Shadow::map_shape(PositionId p, unsigned s) {
  MapData entries;
  const std::vector<Term>& keys = keys_.keys(skeleton_.symbol(p, s).id);
  for (unsigned i = 0; i < keys.size(); ++i) {
    PositionId value = skeleton_.child(p, s, i);
    int absent = skeleton_.domain(value).find(absent_kind, 0);
    ExprId present = {};
    if (absent >= 0) {
      auto a = static_cast<unsigned>(absent);
      present = pool_.not_(test(value, a, a + 1));
      if (pool_.is_false(present)) continue;
      if (pool_.is_true(present)) present = {};
    }
    entries.push_back({heap_.from_term(keys[i]), heap_.position(value), present});
  }
  return heap_.map(std::move(entries));
}

Int Shadow::int_at(PositionId p) {
  const term::Domain& d = skeleton_.domain(p);
  ExprId e = skeleton_.integer(p);
  return d.bounded() ? ints_.of(e, d.low(), d.high()) : ints_.of(e);
}

Cell Shadow::resolve(Cell c) {
  for (;;) {
    if (c.tag() == Tag::position) {
      PositionId p = heap_.position_of(c);
      int s = known_symbol(p);
      if (s < 0) return c;
      Cell top = shape(p, static_cast<unsigned>(s));
      if (top.tag() == Tag::position) return top;
      c = top;
    } else if (c.tag() == Tag::mux) {
      Cell left = {};
      unsigned count = 0;
      for (const Alt& alt : std::vector<Alt>(heap_.alts_of(c))) {
        ExprId when = known(alt.when);
        if (pool_.is_false(when)) continue;
        left = alt.value;
        if (++count > 1 || pool_.is_true(when)) break;
      }
      if (count != 1) return c;
      c = left;
    } else if (c.tag() == Tag::boolean) {
      return boolean(known(heap_.condition_of(c)));
    } else {
      return c;
    }
  }
}

std::vector<Alt> Shadow::shapes_of(Cell c) {
  c = resolve(c);
  std::vector<Alt> result;
  if (c.tag() == Tag::mux) {
    for (const Alt& alt : std::vector<Alt>(heap_.alts_of(c))) {
      ExprId when = known(alt.when);
      if (pool_.is_false(when)) continue;
      for (const Alt& inner : shapes_of(alt.value)) {
        ExprId both = pool_.and_(when, inner.when);
        if (!pool_.is_false(both)) result.push_back({both, inner.value});
      }
    }
    return result;
  }
  if (c.tag() != Tag::position || known_symbol(heap_.position_of(c)) >= 0) return {{yes(), c}};
  PositionId p = heap_.position_of(c);
  for (unsigned s = 0; s < skeleton_.domain(p).size(); ++s) {
    if (skeleton_.symbol(p, s).kind == absent_kind) continue;
    ExprId when = test(p, s, s + 1);
    if (!pool_.is_false(when)) result.push_back({when, shape(p, s)});
  }
  return result;
}

// ---- views ----

ExprId Shadow::is_kind(Cell c, KindMask kinds) {
  c = resolve(c);
  ExprId some = no();
  if (c.tag() == Tag::mux) {
    for (const Alt& alt : shapes_of(c))
      some = pool_.or_(some, pool_.and_(alt.when, is_kind(alt.value, kinds)));
    return some;
  }
  if (c.tag() != Tag::position) return pool_.boolean((kinds & mask_of(heap_.kind(c))) != 0);
  PositionId p = heap_.position_of(c);
  const term::Domain& d = skeleton_.domain(p);
  auto passes = [&](unsigned s) {
    term::KindId kind = d.symbols()[s].kind;
    return kind < absent_kind && (kinds >> kind & 1) != 0;
  };
  for (unsigned s = 0; s < d.size();) {
    unsigned end = s + 1;
    while (end < d.size() && passes(end) == passes(s)) ++end;
    if (passes(s)) some = pool_.or_(some, test(p, s, end));
    s = end;
  }
  return some;
}

std::vector<std::pair<ExprId, unsigned>> Shadow::arities(Cell c) {
  c = resolve(c);
  if (c.tag() == Tag::fun) return {{yes(), heap_.fun_of(c).arity}};
  std::vector<std::pair<ExprId, unsigned>> result;
  const auto add = [&](ExprId when, unsigned arity) {
    if (!pool_.is_false(when)) result.emplace_back(when, arity);
  };
  if (c.tag() == Tag::mux) {
    for (const Alt& alt : std::vector<Alt>(heap_.alts_of(c)))
      for (const auto& [when, arity] : arities(alt.value)) add(pool_.and_(alt.when, when), arity);
  } else if (c.tag() == Tag::position) {
    const PositionId p = heap_.position_of(c);
    for (unsigned s = 0; s < skeleton_.domain(p).size(); ++s) {
      const term::Symbol& symbol = skeleton_.symbol(p, s);
      if (symbol.kind == kind_id(TermKind::fun)) add(test(p, s, s + 1), symbol.id);
    }
  }
  return result;
}

ExprId Shadow::is_atom(Cell c, uint32_t atom) {
  c = resolve(c);
  if (c.tag() == Tag::atom) return pool_.boolean(c.as_atom() == atom);
  if (c.tag() == Tag::boolean) {
    ExprId condition = heap_.condition_of(c);
    if (atom == true_.as_atom()) return condition;
    return atom == false_.as_atom() ? pool_.not_(condition) : no();
  }
  if (c.tag() == Tag::position) {
    int s = skeleton_.domain(heap_.position_of(c)).find(kind_id(TermKind::atom), atom);
    if (s < 0) return no();
    return test(heap_.position_of(c), static_cast<unsigned>(s), static_cast<unsigned>(s) + 1);
  }
  if (c.tag() != Tag::mux) return no();
  ExprId some = no();
  for (const Alt& alt : shapes_of(c))
    some = pool_.or_(some, pool_.and_(alt.when, is_atom(alt.value, atom)));
  return some;
}

Shadow::Pair Shadow::as_cons(Cell c) {
  c = resolve(c);
  if (c.tag() == Tag::cons) return {yes(), heap_.head(c), heap_.tail(c)};
  Pair result{no(), {}, {}};
  std::vector<Alt> cells, heads, tails;
  if (c.tag() == Tag::position) {
    PositionId p = heap_.position_of(c);
    auto [first, last] = skeleton_.domain(p).range(kind_id(TermKind::cons));
    for (unsigned s = first; s < last; ++s) {
      ExprId when = test(p, s, s + 1);
      if (!pool_.is_false(when)) cells.push_back({when, shape(p, s)});
    }
  } else if (c.tag() == Tag::mux) {
    cells = shapes_of(c);
  }
  for (const Alt& alt : cells) {
    if (alt.value.tag() != Tag::cons) continue;
    result.when = pool_.or_(result.when, alt.when);
    heads.push_back({alt.when, heap_.head(alt.value)});
    tails.push_back({alt.when, heap_.tail(alt.value)});
  }
  if (heads.empty()) return result;
  result.head = mux(std::move(heads));
  result.tail = mux(std::move(tails));
  return result;
}

Shadow::Items Shadow::as_tuple(Cell c, size_t size) {
  c = resolve(c);
  Items result{no(), {}};
  if (c.tag() == Tag::tuple) {
    auto items = heap_.items(c);
    if (items.size() == size) result = {yes(), {items.begin(), items.end()}};
    return result;
  }
  if (c.tag() != Tag::position && c.tag() != Tag::mux) return result;
  std::vector<Alt> fitting;
  if (c.tag() == Tag::position) {
    PositionId p = heap_.position_of(c);
    auto [first, last] = skeleton_.domain(p).range(kind_id(TermKind::tuple));
    for (unsigned s = first; s < last; ++s) {
      if (skeleton_.symbol(p, s).arity() != size) continue;
      ExprId when = test(p, s, s + 1);
      if (!pool_.is_false(when)) fitting.push_back({when, shape(p, s)});
    }
  } else {
    for (const Alt& alt : shapes_of(c)) {
      if (alt.value.tag() == Tag::tuple && heap_.tuple_size(alt.value) == size)
        fitting.push_back(alt);
    }
  }
  if (fitting.empty()) return result;
  for (const Alt& alt : fitting) result.when = pool_.or_(result.when, alt.when);
  for (size_t i = 0; i < size; ++i) {
    std::vector<Alt> parts;
    for (const Alt& alt : fitting) parts.push_back({alt.when, heap_.items(alt.value)[i]});
    result.items.push_back(mux(std::move(parts)));
  }
  return result;
}

std::vector<size_t> Shadow::tuple_sizes(Cell c) {
  std::set<size_t> sizes;
  c = resolve(c);
  if (c.tag() == Tag::position) {
    PositionId p = heap_.position_of(c);
    auto [first, last] = skeleton_.domain(p).range(kind_id(TermKind::tuple));
    for (unsigned s = first; s < last; ++s) {
      if (!knowledge().is_excluded(p, s)) sizes.insert(skeleton_.symbol(p, s).arity());
    }
  } else {
    for (const Alt& alt : shapes_of(c)) {
      if (alt.value.tag() == Tag::tuple) sizes.insert(heap_.tuple_size(alt.value));
    }
  }
  return {sizes.begin(), sizes.end()};
}

}  // namespace cuttle::erlang::replay
