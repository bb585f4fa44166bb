// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/replay/match.h"

namespace cuttle::erlang::replay {

Cell Matcher::value(const Operand& operand) {
  switch (operand.kind) {
    case Operand::Kind::slot:
      return slots_[operand.index];
    case Operand::Kind::literal:
      return module_.literals[operand.index];
    case Operand::Kind::cons: {
      Cell head = value(operand.items[0]);
      return heap_.cons(head, value(operand.items[1]));
    }
    case Operand::Kind::tuple:
      break;
  }
  std::vector<Cell> items;
  items.reserve(operand.items.size());
  for (const Operand& item : operand.items) items.push_back(value(item));
  return heap_.tuple(items);
}

ExprId Matcher::match_all(const std::vector<Pattern>& patterns, std::span<const Cell> values) {
  ExprId all = shadow_.yes();
  for (size_t i = 0; i < patterns.size() && !pool_.is_false(all); ++i)
    all = pool_.and_(all, match(patterns[i], values[i]));
  return all;
}

ExprId Matcher::match(const Pattern& pattern, Cell value) {
  switch (pattern.kind) {
    case Pattern::Kind::slot:
      slots_[pattern.index] = value;
      return shadow_.yes();
    case Pattern::Kind::literal:
      return shadow_.identical(module_.literals[pattern.index], value);
    case Pattern::Kind::alias:
      slots_[pattern.index] = value;
      return match(pattern.items[0], value);
    case Pattern::Kind::cons: {
      Shadow::Pair pair = shadow_.as_cons(value);
      if (pool_.is_false(pair.when)) return pair.when;
      ExprId all = pool_.and_(pair.when, match(pattern.items[0], pair.head));
      return pool_.is_false(all) ? all : pool_.and_(all, match(pattern.items[1], pair.tail));
    }
    case Pattern::Kind::tuple: {
      Shadow::Items tuple = shadow_.as_tuple(value, pattern.items.size());
      if (pool_.is_false(tuple.when)) return tuple.when;
      return pool_.and_(tuple.when, match_all(pattern.items, tuple.items));
    }
    case Pattern::Kind::map:
      return match_map(pattern, value);
    case Pattern::Kind::binary:
      return match_binary(pattern, value);
  }
  return shadow_.no();
}

ExprId Matcher::match_map(const Pattern& pattern, Cell value) {
  auto map = shadow_.choose_map(value);
  if (!map) return shadow_.no();
  const MapData entries = heap_.map_of(*map);
  ExprId all = shadow_.yes();
  for (size_t i = 0; i < pattern.keys.size() && !pool_.is_false(all); ++i) {
    Alt found = find_key(shadow_, entries, this->value(pattern.keys[i]));
    all = pool_.and_(all, found.when);
    if (!pool_.is_false(all)) all = pool_.and_(all, match(pattern.items[i], found.value));
  }
  return all;
}

ExprId Matcher::match_binary(const Pattern& pattern, Cell value) {
  auto bits = shadow_.choose_bits(value);
  if (!bits) return shadow_.no();
  BitsMatch reader(shadow_, *bits);
  for (size_t i = 0; i < pattern.segments.size(); ++i) {
    const Segment& segment = pattern.segments[i];
    Cell size = segment.size_kind == Segment::Size::given ? this->value(segment.size) : Cell{};
    Cell part;
    if (!reader.read(segment, size, part)) return shadow_.no();
    reader.require(match(pattern.items[i], part));
    if (pool_.is_false(reader.condition())) return shadow_.no();
  }
  return reader.end();
}

// ---- guards ----

ExprId Matcher::holds(const Guard& guard) {
  if (guard.kind == Guard::Kind::none) return shadow_.yes();
  Tested tested = test(guard);
  if (pool_.is_false(tested.defined) || tested.values.empty()) return shadow_.no();
  return pool_.and_(tested.defined, shadow_.is_true_atom(tested.values[0]));
}

Matcher::Tested Matcher::test_bif(const Guard& guard) {
  ExprId defined = shadow_.yes();
  std::vector<Cell> args;
  for (const Guard& item : guard.items) {
    Tested arg = test(item);
    defined = pool_.and_(defined, arg.defined);
    if (pool_.is_false(defined)) return {defined, {}};
    args.push_back(arg.values[0]);
  }
  Model model = module_.models[guard.bif];
  if (!model) {
    shadow_.limitation(Reason::unsupported,
                       module_.core.callees[guard.bif].function + " in a guard");
    return {shadow_.no(), {}};
  }
  Call call{shadow_, args};
  ExprId fine = shadow_.no();
  std::vector<Alt> values;
  for (const Case& one : model(call)) {
    if (one.raises || pool_.is_false(one.when)) continue;
    fine = pool_.or_(fine, one.when);
    values.push_back({one.when, one.value});
  }
  if (values.empty()) return {shadow_.no(), {}};
  Cell value = values.size() == 1 ? values[0].value : shadow_.mux(std::move(values));
  return {pool_.and_(defined, fine), {value}};
}

Matcher::Tested Matcher::test_case(const Guard& guard) {
  Tested result{shadow_.no(), {}};
  ExprId defined = shadow_.yes();
  std::vector<Cell> args;
  for (const Guard& item : guard.items) {
    Tested arg = test(item);
    defined = pool_.and_(defined, arg.defined);
    if (pool_.is_false(defined)) return result;
    args.push_back(arg.values[0]);
  }
  ExprId open = defined;  // no clause so far
  std::vector<std::vector<Alt>> columns;
  for (const Guard::Clause& clause : guard.clauses) {
    ExprId matches = pool_.and_(match_all(clause.patterns, args), shadow_.yes());
    if (!pool_.is_false(matches)) matches = pool_.and_(matches, holds(clause.guard));
    ExprId here = pool_.and_(open, matches);
    if (pool_.is_false(here)) continue;
    Tested part = test(clause.result);
    ExprId fine = pool_.and_(here, part.defined);
    if (!pool_.is_false(fine)) {
      columns.resize(std::max(columns.size(), part.values.size()));
      for (size_t i = 0; i < part.values.size(); ++i) columns[i].push_back({fine, part.values[i]});
      result.defined = pool_.or_(result.defined, fine);
    }
    open = pool_.and_(open, pool_.not_(matches));
    if (pool_.is_false(open)) break;
  }
  for (auto& column : columns) result.values.push_back(shadow_.mux(std::move(column)));
  return result;
}

Matcher::Tested Matcher::test(const Guard& guard) {
  switch (guard.kind) {
    case Guard::Kind::none:
      return {shadow_.yes(), {shadow_.boolean(shadow_.yes())}};
    case Guard::Kind::value:
      return {shadow_.yes(), {value(guard.value)}};
    case Guard::Kind::bif:
      return test_bif(guard);
    case Guard::Kind::choose:
      return test_case(guard);
    case Guard::Kind::values: {
      Tested result{shadow_.yes(), {}};
      for (const Guard& item : guard.items) {
        Tested part = test(item);
        result.defined = pool_.and_(result.defined, part.defined);
        if (pool_.is_false(result.defined)) return {shadow_.no(), {}};
        result.values.push_back(part.values[0]);
      }
      return result;
    }
    case Guard::Kind::let: {
      Tested bound = test(guard.items[0]);
      if (pool_.is_false(bound.defined) || bound.values.size() != guard.slots.size())
        return {shadow_.no(), {}};
      for (size_t i = 0; i < guard.slots.size(); ++i) slots_[guard.slots[i]] = bound.values[i];
      Tested rest = test(guard.items[1]);
      rest.defined = pool_.and_(bound.defined, rest.defined);
      return rest;
    }
    case Guard::Kind::attempt: {
      Tested inner = test(guard.items[0]);
      Cell otherwise = value(guard.value);
      if (pool_.is_false(inner.defined)) return {shadow_.yes(), {otherwise}};
      if (pool_.is_true(inner.defined)) return inner;
      return {shadow_.yes(),
              {shadow_.mux(
                  {{inner.defined, inner.values[0]}, {pool_.not_(inner.defined), otherwise}})}};
    }
  }
  return {shadow_.no(), {}};
}

}  // namespace cuttle::erlang::replay
