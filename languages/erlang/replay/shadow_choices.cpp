// SPDX-License-Identifier: Apache-2.0
// Choices on cells, and values as they are in this run.
#include "languages/erlang/replay/bits.h"
#include "languages/erlang/replay/shadow.h"
#include "languages/erlang/term/etf.h"

namespace cuttle::erlang::replay {

namespace {

// What it is in the machine is known there only (Shadow::make_shape).
bool is_input(const Term& opaque) {
  return opaque.text.starts_with("input ");
}

AlternativeId digest_of(const Term& term) {
  uint64_t digest = 0xcbf29ce484222325ull;
  for (char c : encode_etf(term)) digest = (digest ^ static_cast<uint8_t>(c)) * 0x100000001b3ull;
  return alternative_of_value(digest);
}

}  // namespace

bool Shadow::decide(std::vector<ExprId> conditions, unsigned taken) {
  if (lost) return true;  // the conditions may be made of what is not known
  unsigned possible = 0;
  for (ExprId& condition : conditions) {
    condition = known(condition);
    if (!pool_.is_false(condition)) ++possible;
  }
  if (pool_.is_true(conditions[taken])) return true;
  if (forbidden) {
    refused = true;
    return true;
  }
  if (!inputs().is_true(conditions[taken])) return false;
  if (possible > 1) choose_one(conditions, taken);
  learn(conditions[taken], true);
  return true;
}

std::optional<unsigned> Shadow::decide(std::vector<ExprId> conditions) {
  for (unsigned i = 0; i < conditions.size(); ++i) {
    if (!inputs().is_true(conditions[i])) continue;
    decide(std::move(conditions), i);
    return i;
  }
  return {};
}

bool Shadow::decide_if(ExprId condition) {
  condition = known(condition);
  if (pool_.is_constant(condition)) return pool_.is_true(condition);
  return decide({pool_.not_(condition), condition}) == 1u;
}

Cell Shadow::settle(Cell c) {
  c = resolve(c);
  if (c.tag() == Tag::position) {
    if (known_symbol(heap_.position_of(c)) >= 0) return c;
    if (forbidden) {
      refused = true;
      return shape(heap_.position_of(c), inputs().symbol_at(heap_.position_of(c)));
    }
    choose_symbol(heap_.position_of(c));
    return resolve(c);
  }
  if (c.tag() == Tag::boolean) return decide_if(heap_.condition_of(c)) ? true_ : false_;
  if (c.tag() != Tag::mux) return c;
  const std::vector<Alt> alts = shapes_of(c);
  std::vector<ExprId> conditions;
  for (const Alt& alt : alts) conditions.push_back(alt.when);
  auto taken = decide(conditions);
  return taken ? resolve(alts[*taken].value) : c;
}

std::optional<Cell> Shadow::choose_kind(Cell c, TermKind kind) {
  c = resolve(c);
  if (c.tag() == Tag::mux || c.tag() == Tag::position) {
    if (!decide_if(is_kind(c, mask_of(kind)))) return {};
    c = settle(c);
  }
  if (heap_.kind(c) != kind || c.tag() == Tag::position || c.tag() == Tag::mux) return {};
  return c;
}

// ---- values now ----

ExprId Shadow::describe(Cell c, Cell& now) {
  now = c;
  if (c.is_ground()) return yes();
  c = resolve(c);
  switch (c.tag()) {
    case Tag::position: {
      term::PositionId p = heap_.position_of(c);
      unsigned s = inputs().symbol_at(p);
      ExprId here = test(p, s, s + 1);
      Cell top = shape(p, s);
      if (top == c) {  // a fun: its arity tells it from others
        now = c;
        funs_digest_ = (funs_digest_ + p) * 0x100000001b3ull + s + 1;
        return here;
      }
      return pool_.and_(here, describe(top, now));
    }
    case Tag::mux: {
      for (const Alt& alt : shapes_of(c)) {
        if (inputs().is_true(alt.when)) return pool_.and_(alt.when, describe(alt.value, now));
      }
      return yes();
    }
    case Tag::boolean: {
      ExprId condition = heap_.condition_of(c);
      bool holds = inputs().is_true(condition);
      now = holds ? true_ : false_;
      return holds ? condition : pool_.not_(condition);
    }
    case Tag::integer: {
      const Int value = heap_.int_of(c);
      inputs().touch(value.expr);
      Int is = ints_.constant(inputs().integer(value.expr));
      now = heap_.integer(is.low);
      return ints_.equal(value, is);
    }
    case Tag::real: {
      double d = inputs().evaluate_float(heap_.real_of(c).expr);
      now = heap_.floating(d);
      return pool_.eq(heap_.real_of(c).expr, skeleton_.floats().constant(d));
    }
    case Tag::cons: {
      std::vector<Cell> items;
      ExprId all = yes();
      for (; c.tag() == Tag::cons; c = resolve(heap_.tail(c))) {
        if (c.is_ground()) break;
        Cell item;
        all = pool_.and_(all, describe(heap_.head(c), item));
        items.push_back(item);
        // The tail may be a position whose symbol is not known.
        Cell tail = heap_.tail(c);
        if (resolve(tail).tag() != Tag::cons) {
          Cell rest;
          all = pool_.and_(all, describe(tail, rest));
          now = heap_.list(items, rest);
          return all;
        }
      }
      now = heap_.list(items, c);
      return all;
    }
    case Tag::tuple: {
      auto mine = heap_.items(c);
      std::vector<Cell> items(mine.begin(), mine.end());
      ExprId all = yes();
      for (Cell& item : items) {
        Cell is;
        all = pool_.and_(all, describe(item, is));
        item = is;
      }
      now = heap_.tuple(items);
      return all;
    }
    case Tag::map: {
      MapData entries;
      ExprId all = yes();
      for (const MapEntry& e : MapData(heap_.map_of(c))) {
        bool present = !e.present || inputs().is_true(e.present);
        if (e.present) all = pool_.and_(all, present ? e.present : pool_.not_(e.present));
        if (!present) continue;
        MapEntry is;
        all = pool_.and_(all, describe(e.key, is.key));
        all = pool_.and_(all, describe(e.value, is.value));
        entries.push_back(is);
      }
      now = heap_.map(std::move(entries));
      return all;
    }
    case Tag::fun: {
      FunData fun = heap_.fun_of(c);
      ExprId all = yes();
      for (Cell& each : fun.captured) {
        Cell is;
        all = pool_.and_(all, describe(each, is));
        each = is;
      }
      now = heap_.fun(std::move(fun));
      return all;
    }
    case Tag::bits:
    case Tag::open_bits:
      return describe_bits(*this, c, now);
    default:
      now = c;
      return yes();
  }
}

Cell Shadow::value_now(Cell c) {
  Cell now;
  describe(c, now);
  return now;
}

bool Shadow::has_few_values(Cell c) {
  constexpr unsigned few = 256;
  c = resolve(c);
  if (c.is_ground()) return true;
  switch (c.tag()) {
    case Tag::boolean:
      return true;
    case Tag::integer:
      return heap_.int_of(c).high - heap_.int_of(c).low < few;
    case Tag::position: {
      const term::Domain& d = skeleton_.domain(heap_.position_of(c));
      for (const term::Symbol& symbol : d.symbols())
        if (symbol.content != term::Content::nothing) return false;
      return d.size() <= few;
    }
    default:
      return false;
  }
}

Cell Shadow::concretise(Cell c, const std::string& why) {
  if (c.is_ground()) return c;
  Cell now;
  funs_digest_ = 0;
  ExprId condition = known(describe(c, now));
  if (pool_.is_constant(condition)) return now;
  if (forbidden) {
    refused = true;
    return now;
  }
  AlternativeId taken = alternative_of_value(digest_of(heap_.to_term(now)) ^ funs_digest_);
  if (has_few_values(c)) {
    choose_value(condition, taken);
  } else {
    pin(condition, taken, why);
  }
  learn(condition, true);
  return now;
}

bool Shadow::agrees(Cell c, const Term& term) {
  Cell now = value_now(c);
  switch (now.tag()) {
    case Tag::position:
    case Tag::fun:
      return term.kind == TermKind::fun;
    case Tag::opaque:
      return term.kind == heap_.opaque_of(now).kind &&
             (is_input(heap_.opaque_of(now)) || term.text == heap_.opaque_of(now).text);
    case Tag::cons: {
      size_t i = 0;
      for (; now.tag() == Tag::cons && i < term.length(); now = heap_.tail(now), ++i)
        if (!agrees(heap_.head(now), term.items[i])) return false;
      return term.kind == TermKind::cons && i == term.length() && agrees(now, term.items[i]);
    }
    case Tag::tuple: {
      auto items = heap_.items(now);
      const std::vector<Cell> mine(items.begin(), items.end());
      if (!term.is_tuple() || term.items.size() != mine.size()) return false;
      for (size_t i = 0; i < mine.size(); ++i)
        if (!agrees(mine[i], term.items[i])) return false;
      return true;
    }
    default:
      return erlang::identical(heap_.to_term(now), term);
  }
}

}  // namespace cuttle::erlang::replay
