// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/replay/heap.h"

#include <algorithm>

namespace cuttle::erlang::replay {

void Heap::keep() {
  mark_ = {cells_.size(), bigs_.size(),    floats_.size(), maps_.size(),
           funs_.size(),  opaques_.size(), bits_.size()};
}

void Heap::reset() {
  cells_.resize(mark_.cells);
  bigs_.resize(mark_.bigs);
  floats_.resize(mark_.floats);
  maps_.resize(mark_.maps);
  funs_.resize(mark_.funs);
  opaques_.resize(mark_.opaques);
  bits_.resize(mark_.bits);
  ints_.clear();
  reals_.clear();
  muxes_.clear();
  open_.clear();
}

Cell Heap::integer(const mpz_class& value) {
  if (value.fits_slong_p() && Cell::fits(value.get_si())) return Cell::small(value.get_si());
  return add(Tag::big, bigs_, value, true);
}

Cell Heap::floating(double value) {
  return add(Tag::floating, floats_, value, true);
}

Cell Heap::cons(Cell head, Cell tail) {
  cells_.push_back(head);
  cells_.push_back(tail);
  return Cell::make(Tag::cons, cells_.size() - 2, head.is_ground() && tail.is_ground());
}

Cell Heap::tuple(std::span<const Cell> items) {
  const size_t at = cells_.size();
  cells_.reserve(at + items.size() + 1 > cells_.capacity() ? 2 * at + items.size() + 1 : 0);
  cells_.push_back({items.size()});
  bool ground = true;
  for (Cell each : items) {
    cells_.push_back(each);
    ground = ground && each.is_ground();
  }
  return Cell::make(Tag::tuple, at, ground);
}

Cell Heap::list(std::span<const Cell> items, Cell tail) {
  for (size_t i = items.size(); i-- > 0;) tail = cons(items[i], tail);
  return tail;
}

Cell Heap::map(MapData entries) {
  bool ground = std::all_of(entries.begin(), entries.end(), [](const MapEntry& e) {
    return !e.present && e.key.is_ground() && e.value.is_ground();
  });
  return add(Tag::map, maps_, std::move(entries), ground);
}

Cell Heap::fun(FunData fun) {
  bool ground = std::all_of(fun.captured.begin(), fun.captured.end(),
                            [](Cell each) { return each.is_ground(); });
  return add(Tag::fun, funs_, std::move(fun), ground);
}

Cell Heap::opaque(Term term) {
  return add(Tag::opaque, opaques_, std::move(term), true);
}

Cell Heap::bits(BitsData bits) {
  bool ground = bits.bytes.empty();
  return add(Tag::bits, bits_, std::move(bits), ground);
}

Cell Heap::unknown(Int value) {
  if (value.is_constant()) return integer(value.low);
  return add(Tag::integer, ints_, std::move(value), false);
}

Cell Heap::boolean(const ExprPool& pool, ExprId condition) {
  if (pool.is_constant(condition)) return atom(pool.is_true(condition) ? "true" : "false");
  return Cell::make(Tag::boolean, condition.index, false);
}

mpz_class Heap::integer_of(Cell c) const {
  if (c.tag() == Tag::big) return bigs_[c.payload()];
  return mpz_class(static_cast<long>(c.as_small()));
}

namespace {

FunData fun_from(const Term& term, Atoms& atoms) {
  FunData fun;
  if (term.items.size() == 3 && term.items[2].is_integer()) {
    fun.kind = FunData::Kind::external;
    fun.module = atoms.id(term.items[0].text);
    fun.function = atoms.id(term.items[1].text);
    fun.arity = static_cast<uint32_t>(term.items[2].integer.get_ui());
    return fun;
  }
  fun.kind = FunData::Kind::foreign;
  fun.term = term;
  return fun;
}

}  // namespace

Cell Heap::from_term(const Term& term) {
  std::vector<Cell> items;
  switch (term.kind) {
    case TermKind::integer:
      return integer(term.integer);
    case TermKind::floating:
      return floating(term.floating);
    case TermKind::atom:
      return atom(term.text);
    case TermKind::nil:
      return Cell::nil();
    case TermKind::tuple:
    case TermKind::cons:
      for (const Term& each : term.items) items.push_back(from_term(each));
      if (term.kind == TermKind::tuple) return tuple(items);
      return list({items.data(), items.size() - 1}, items.back());
    case TermKind::map: {
      MapData entries;
      for (size_t i = 0; i + 1 < term.items.size(); i += 2)
        entries.push_back({from_term(term.items[i]), from_term(term.items[i + 1]), {}});
      return map(std::move(entries));
    }
    case TermKind::bitstring:
      return bits({term.text, {}, term.text.size() * 8 - term.unused_bits});
    case TermKind::fun:
      return fun(fun_from(term, atoms_));
    case TermKind::reference:
    case TermKind::port:
    case TermKind::pid:
      break;
  }
  return opaque(term);
}

TermKind Heap::kind(Cell c) const {
  switch (c.tag()) {
    case Tag::small:
    case Tag::big:
    case Tag::integer:
      return TermKind::integer;
    case Tag::floating:
    case Tag::real:
      return TermKind::floating;
    case Tag::atom:
    case Tag::boolean:
      return TermKind::atom;
    case Tag::cons:
      return TermKind::cons;
    case Tag::tuple:
      return TermKind::tuple;
    case Tag::map:
      return TermKind::map;
    case Tag::fun:
      return TermKind::fun;
    case Tag::opaque:
      return opaque_of(c).kind;
    case Tag::bits:
    case Tag::open_bits:
      return TermKind::bitstring;
    default:
      return TermKind::nil;
  }
}

Term Heap::to_term(Cell c) const {
  std::vector<Term> items;
  switch (c.tag()) {
    case Tag::small:
    case Tag::big:
      return Term::make_integer(integer_of(c));
    case Tag::floating:
      return Term::make_float(float_of(c));
    case Tag::atom:
      return Term::make_atom(name(c));
    case Tag::cons:
      for (; c.tag() == Tag::cons; c = tail(c)) items.push_back(to_term(head(c)));
      return Term::make_list(std::move(items), to_term(c));
    case Tag::tuple:
      for (Cell each : this->items(c)) items.push_back(to_term(each));
      return Term::make_tuple(std::move(items));
    case Tag::map: {
      std::vector<std::pair<Term, Term>> entries;
      for (const MapEntry& e : map_of(c)) entries.emplace_back(to_term(e.key), to_term(e.value));
      return Term::make_map(std::move(entries));
    }
    case Tag::bits: {
      Term term = Term::make_binary(bits_of(c).text);
      term.unused_bits = static_cast<uint8_t>(bits_of(c).text.size() * 8 - bits_of(c).size);
      return term;
    }
    case Tag::opaque:
      return opaque_of(c);
    case Tag::fun: {
      const FunData& fun = fun_of(c);
      if (fun.kind == FunData::Kind::foreign) return fun.term;
      Term term;
      term.kind = TermKind::fun;
      if (fun.kind == FunData::Kind::external) {
        term.items = {Term::make_atom(atoms_.name(fun.module)),
                      Term::make_atom(atoms_.name(fun.function)), Term::make_integer(fun.arity)};
      } else {
        term.text = "#fun " + std::to_string(fun.module) + "." + std::to_string(fun.function);
        for (Cell each : fun.captured) term.items.push_back(to_term(each));
      }
      return term;
    }
    default:
      return {};
  }
}

int Heap::compare(Cell a, Cell b) const {
  if (a == b) return 0;
  if (a.tag() == Tag::small && b.tag() == Tag::small) return a.as_small() < b.as_small() ? -1 : 1;
  return erlang::compare(to_term(a), to_term(b));
}

bool Heap::identical(Cell a, Cell b) const {
  while (a != b) {
    if (a.tag() != b.tag()) return false;
    switch (a.tag()) {
      case Tag::small:
      case Tag::atom:
      case Tag::nil:
        return false;
      case Tag::cons:
        if (!identical(head(a), head(b))) return false;
        a = tail(a);
        b = tail(b);
        continue;
      case Tag::tuple: {
        auto x = items(a), y = items(b);
        if (x.size() != y.size()) return false;
        for (size_t i = 0; i < x.size(); ++i)
          if (!identical(x[i], y[i])) return false;
        return true;
      }
      default:
        return erlang::identical(to_term(a), to_term(b));
    }
  }
  return true;
}

}  // namespace cuttle::erlang::replay
