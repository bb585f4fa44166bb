// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/inputs/domains.h"

#include <algorithm>
#include <set>

namespace cuttle::erlang {

using term::Domain;
using term::Symbol;
using Kind = Type::Kind;

// A domain in the making.
struct DomainTable::Draft {
  unsigned depth = 0, length = 0;
  unsigned limit = 0;  // alternatives that are higher are left out
  bool longer = false;
  std::vector<Symbol> symbols = {};
  std::set<std::pair<term::KindId, uint64_t>> seen = {};
  std::map<unsigned, unsigned> variants = {};  // of tuples, by size
  bool characters = false;
  struct Range {
    std::optional<mpz_class> low, high;
  };
  std::vector<Range> ranges = {};  // of integers
  term::TextRange texts = {0, 0, 0, 255};
  std::vector<const Type*> heads = {}, tails = {};

  unsigned below() const { return depth > 0 ? depth - 1 : 0; }
  void add(Symbol symbol) {
    if (seen.emplace(symbol.kind, symbol.id).second) symbols.push_back(std::move(symbol));
  }
  void add_constant(TermKind kind, uint64_t id) { add(Symbol::constant(kind_id(kind), id)); }
  void add_integers(const std::optional<mpz_class>& from, const std::optional<mpz_class>& to) {
    if (ranges.empty()) add(Symbol::integer(kind_id(TermKind::integer)));
    ranges.push_back({from, to});
  }
  void set_integers(Domain& domain) const;
};

// The hull of all ranges, and what lies between them.
void DomainTable::Draft::set_integers(Domain& domain) const {
  if (ranges.empty()) return;
  std::vector<Range> sorted = ranges;
  std::ranges::sort(
      sorted, [](const Range& a, const Range& b) { return b.low && (!a.low || *a.low < *b.low); });
  Domain::Gaps gaps;
  std::optional<mpz_class> last = sorted[0].high;
  for (const Range& each : sorted) {
    if (last && each.low && *each.low > *last + 1) gaps.emplace_back(*last + 1, *each.low - 1);
    if (!each.high || !last) {
      last.reset();
    } else {
      last = std::max(*last, *each.high);
    }
  }
  domain.set_bounds(sorted[0].low, last);
  constexpr size_t most_gaps = 64;
  if (gaps.size() <= most_gaps) domain.set_gaps(std::move(gaps));
}

namespace {

constexpr long last_character = 0x10ffff;

bool is_character(const Type& type) {
  return type.low && type.high && *type.low == 0 && *type.high == last_character;
}

// Every symbol is as simple as what it needs; of equals the one that was said first.
size_t simplest(const std::vector<Symbol>& symbols) {
  auto cost = [](const Symbol& s) { return s.kind == absent_kind ? 0u : 1u + s.arity(); };
  size_t best = 0;
  for (size_t i = 1; i < symbols.size(); ++i) {
    if (cost(symbols[i]) < cost(symbols[best])) best = i;
  }
  return best;
}

}  // namespace

DomainTable::DomainTable(const Types& types, Mentioned mentioned, const DomainOptions& options,
                         Names& names)
    : types_(types), mentioned_(std::move(mentioned)), options_(options), names_(names) {
  compute_heights();
  atoms_ = mentioned_.atoms;
  for (const Type& t : types_.arguments) collect_atoms(t);
  for (const Type& t : types_.named) collect_atoms(t);
  choose_fresh();
  if (mentioned_.tuples.empty()) mentioned_.tuples = {2};
}

void DomainTable::collect_atoms(const Type& type) {
  if (type.kind == Kind::literal && type.literal.is_atom()) atoms_.push_back(type.literal.text);
  for (const Type& t : type.args) collect_atoms(t);
}

void DomainTable::choose_fresh() {
  std::set<std::string> all(atoms_.begin(), atoms_.end());
  for (unsigned made = 0, n = 0; made < options_.fresh_atoms; ++n) {
    std::string name(1, static_cast<char>('a' + n % 26));
    if (n >= 26) name += std::to_string(n / 26);
    if (all.insert(name).second) ++made;
  }
  atoms_.assign(all.begin(), all.end());
}

// ---- heights ----

unsigned DomainTable::highest(const std::vector<Type>& types) const {
  unsigned most = 0;
  for (const Type& t : types) most = std::max(most, height(t));
  return most;
}

// The least depth of a value, as far as the heights of named types are known.
unsigned DomainTable::height(const Type& type) const {
  auto above = [](unsigned h) { return std::min(no_height, h + 1); };
  switch (type.kind) {
    case Kind::none:
    case Kind::port:
      return no_height;
    case Kind::named:
      return type.named < heights_.size() ? heights_[type.named] : 0;
    case Kind::either: {
      unsigned least = no_height;
      for (const Type& t : type.args) least = std::min(least, height(t));
      return least;
    }
    case Kind::tuple:
      return type.args.empty() ? 0 : above(highest(type.args));
    case Kind::cons:
      return std::max(above(height(type.args[0])), height(type.args[1]));
    case Kind::any_tuple:
      return 1;
    case Kind::map: {
      unsigned most = 0;
      for (size_t i = 0; i < type.fields.size(); ++i) {
        if (type.fields[i].required) most = std::max(most, above(height(type.args[i])));
      }
      return most;
    }
    case Kind::function:
      return 1;
    default:
      return 0;
  }
}

void DomainTable::compute_heights() {
  heights_.assign(types_.named.size(), no_height);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < heights_.size(); ++i) {
      const unsigned h = height(types_.named[i]);
      changed = changed || h < heights_[i];
      heights_[i] = std::min(heights_[i], h);
    }
  }
}

// ---- domains ----

const Domain* DomainTable::get(const Type& named, unsigned depth, unsigned length) {
  const Type& type = types_.resolve(named);
  const auto key = std::tuple(&type, depth, length);
  if (auto it = known_.find(key); it != known_.end()) return it->second;
  Draft draft{depth, length, std::max(depth, height(type))};
  add(draft, type);
  // Longer than lists may be, when nothing else has this type.
  draft.longer = draft.symbols.empty() && draft.heads.empty();
  if (draft.longer) add(draft, type);
  finish_cons(draft);
  return known_[key] = make(draft);
}

const Domain* DomainTable::get(const std::vector<Types::Clause>& clauses) {
  Draft draft{options_.depth + 1, options_.list_length, no_height};
  for (const Types::Clause& clause : clauses) {
    std::vector<const Type*> elements;
    for (const Type& t : clause.arguments) elements.push_back(&t);
    add_tuple(draft, elements);
  }
  return make(draft);
}

const Domain* DomainTable::make(const Draft& draft) {
  std::vector<Symbol> symbols = draft.symbols;
  if (symbols.empty()) symbols.push_back(Symbol::constant(kind_id(TermKind::nil), 0));
  const size_t first = simplest(symbols);
  const auto initial = std::pair(symbols[first].kind, symbols[first].id);
  // In Erlang's order, as far as the symbols tell it.
  std::stable_sort(symbols.begin(), symbols.end(), [this](const Symbol& a, const Symbol& b) {
    if (a.kind != b.kind || a.content == term::Content::integer) return a.kind < b.kind;
    if (a.kind == kind_id(TermKind::atom))
      return names_.atoms.name(static_cast<uint32_t>(a.id)) <
             names_.atoms.name(static_cast<uint32_t>(b.id));
    return a.kind == kind_id(TermKind::tuple) && tuple_size(a) < tuple_size(b);
  });
  auto at = std::find_if(symbols.begin(), symbols.end(),
                         [&](const Symbol& s) { return std::pair(s.kind, s.id) == initial; });
  const auto index = static_cast<size_t>(at - symbols.begin());
  Domain& domain = domains_.emplace_back(std::move(symbols), options_.int_bits, index);
  draft.set_integers(domain);
  if (draft.characters) domain.set_characters();
  domain.set_texts(draft.texts);
  return &domain;
}

const Domain* DomainTable::or_absent(const Domain& domain) {
  const Domain*& known = with_absent_[&domain];
  if (known) return known;
  std::vector<Symbol> symbols = domain.symbols();
  symbols.push_back(Symbol::constant(absent_kind, 0));
  Domain& wider = domains_.emplace_back(symbols, options_.int_bits, symbols.size() - 1);
  if (domain.bounded()) wider.set_bounds(domain.low(), domain.high());
  wider.set_gaps(domain.gaps());
  if (domain.characters()) wider.set_characters();
  wider.set_texts(domain.texts());
  return known = &wider;
}

void DomainTable::add(Draft& draft, const Type& named) {
  const Type& type = types_.resolve(named);
  if (height(type) > draft.limit) return;
  if (type.kind != Kind::either) return add_all(draft, type);
  for (const Type& t : type.args) add(draft, t);
}

void DomainTable::add_all(Draft& draft, const Type& type) {
  switch (type.kind) {
    case Kind::any:
      return add_any(draft);
    case Kind::integer:
      draft.characters = draft.characters || is_character(type);
      return draft.add_integers(type.low, type.high);
    case Kind::floating:
      return draft.add(Symbol::floating(kind_id(TermKind::floating)));
    case Kind::atom:
      return add_atoms(draft);
    case Kind::nil:
      return draft.add_constant(TermKind::nil, 0);
    case Kind::bitstring:
      return add_bits(draft, type.base, type.unit);
    case Kind::pid:
    case Kind::reference: {
      const TermKind kind = type.kind == Kind::pid ? TermKind::pid : TermKind::reference;
      for (unsigned i = 0; i < 2; ++i) draft.add_constant(kind, i);
      return;
    }
    case Kind::literal:
      return add_literal(draft, type.literal);
    case Kind::list:
      draft.add_constant(TermKind::nil, 0);
      if (draft.length > 0 && height(type.args[0]) < std::max(draft.depth, draft.limit))
        add_cons(draft, type.args[0], type);
      return;
    case Kind::cons:
      if (draft.length > 0 || draft.longer) add_cons(draft, type.args[0], type.args[1]);
      return;
    case Kind::any_tuple:
      for (unsigned size : mentioned_.tuples)
        add_tuple(draft, std::vector<const Type*>(size, &any_));
      return;
    case Kind::tuple: {
      std::vector<const Type*> elements;
      for (const Type& t : type.args) elements.push_back(&t);
      return add_tuple(draft, elements);
    }
    case Kind::map:
      return add_map(draft, type);
    case Kind::any_map:
      return add_any_map(draft);
    case Kind::function:
      if (type.arity >= 0) return add_fun(draft, static_cast<unsigned>(type.arity), type.args[0]);
      if (mentioned_.funs.empty()) return add_fun(draft, 1, type.args[0]);
      for (unsigned arity : mentioned_.funs) add_fun(draft, arity, type.args[0]);
      return;
    case Kind::none:
    case Kind::port:
    case Kind::either:
    case Kind::named:
      return;
  }
}

// Kinds that the program never asks for are left out: they take the ways of others.
void DomainTable::add_any(Draft& draft) {
  draft.add_integers({}, {});
  if (mentioned_.floats) draft.add(Symbol::floating(kind_id(TermKind::floating)));
  add_atoms(draft);
  if (mentioned_.pids) {
    for (unsigned i = 0; i < 2; ++i) draft.add_constant(TermKind::pid, i);
  }
  if (mentioned_.references) {
    for (unsigned i = 0; i < 2; ++i) draft.add_constant(TermKind::reference, i);
  }
  if (mentioned_.maps) add_any_map(draft);
  draft.add_constant(TermKind::nil, 0);
  if (mentioned_.binaries) add_bits(draft, 0, mentioned_.bitstrings ? 1 : 8);
  if (draft.depth == 0) return;
  for (unsigned arity : mentioned_.funs) add_fun(draft, arity, any_);
  for (unsigned size : mentioned_.tuples) add_tuple(draft, std::vector<const Type*>(size, &any_));
  if (draft.length > 0) add_cons(draft, any_, any_);
}

void DomainTable::add_atoms(Draft& draft) {
  for (const std::string& name : atoms_) draft.add_constant(TermKind::atom, names_.atoms.id(name));
}

void DomainTable::add_literal(Draft& draft, const Term& literal) {
  switch (literal.kind) {
    case TermKind::integer:
      return draft.add_integers(literal.integer, literal.integer);
    case TermKind::atom:
      return draft.add_constant(TermKind::atom, names_.atoms.id(literal.text));
    case TermKind::nil:
      return draft.add_constant(TermKind::nil, 0);
    default:
      return;  // no type of a spec is another literal
  }
}

void DomainTable::add_tuple(Draft& draft, const std::vector<const Type*>& elements) {
  std::vector<const Domain*> args;
  for (const Type* t : elements) args.push_back(get(*t, draft.below(), options_.list_length));
  const auto size = static_cast<unsigned>(elements.size());
  const unsigned variant = draft.variants[size]++;
  draft.add(Symbol::functor(kind_id(TermKind::tuple), tuple_id(size, variant), std::move(args)));
}

void DomainTable::add_fun(Draft& draft, unsigned arity, const Type& result) {
  static const Type any;
  const Type& answer = is_inhabited(result) ? result : any;
  const Domain* domain = get(answer, draft.below(), options_.list_length);
  draft.add(Symbol::functor(kind_id(TermKind::fun), arity,
                            std::vector<const Domain*>(options_.answers, domain)));
}

// ---- lists ----

void DomainTable::add_cons(Draft& draft, const Type& head, const Type& tail) {
  const Type& first = types_.resolve(head);
  const Type& rest = types_.resolve(tail);
  for (size_t i = 0; i < draft.heads.size(); ++i)
    if (same_type(*draft.heads[i], first) && same_type(*draft.tails[i], rest)) return;
  draft.heads.push_back(&first);
  draft.tails.push_back(&rest);
}

// Lists of several types are variants of their cells; too many become lists of their union.
void DomainTable::finish_cons(Draft& draft) {
  constexpr size_t most_variants = 6;
  if (draft.heads.empty()) return;
  const unsigned length = draft.length > 0 ? draft.length - 1 : 0;
  auto add_variant = [&](uint64_t variant, const Type& head, const Type& tail) {
    draft.add(Symbol::functor(
        kind_id(TermKind::cons), variant,
        {get(head, draft.below(), options_.list_length), get(tail, draft.depth, length)}));
  };
  if (draft.heads.size() > most_variants)
    return add_variant(0, either(draft.heads), either(draft.tails));
  for (size_t i = 0; i < draft.heads.size(); ++i) add_variant(i, *draft.heads[i], *draft.tails[i]);
}

// ---- bitstrings ----

// Lengths that are no bytes are symbols of their own, by how many bits are missing.
void DomainTable::add_bits(Draft& draft, unsigned base, unsigned unit) {
  const unsigned most = std::max(options_.binary_length * 8, base);
  std::map<unsigned, std::pair<unsigned, unsigned>> bytes;  // least and most, by missing bits
  for (unsigned bits = base; bits <= most; bits += unit) {
    const unsigned count = (bits + 7) / 8;
    auto [at, added] = bytes.try_emplace(count * 8 - bits, count, count);
    at->second.second = count;
    if (unit == 0) break;
  }
  for (const auto& [missing, range] : bytes) {
    if (missing == 0) {
      const bool first = draft.texts.most == 0 && draft.texts.least == 0;
      draft.texts.least = first ? range.first : std::min(draft.texts.least, range.first);
      draft.texts.most = std::max(draft.texts.most, range.second);
      draft.add(Symbol::any_text(kind_id(TermKind::bitstring)));
      continue;
    }
    Domain& inside = domains_.emplace_back(
        std::vector{Symbol::any_text(kind_id(TermKind::bitstring))}, options_.int_bits, size_t{0});
    inside.set_texts({range.first, range.second, 0, 255});
    draft.add(Symbol::functor(kind_id(TermKind::bitstring), missing, {&inside}));
  }
}

const Type& DomainTable::either(std::vector<const Type*> types) {
  std::sort(types.begin(), types.end());
  types.erase(std::unique(types.begin(), types.end()), types.end());
  if (types.size() == 1) return *types[0];
  const Type*& known = unions_[types];
  if (!known) {
    Type type;
    type.kind = Kind::either;
    for (const Type* t : types) type.args.push_back(*t);
    known = &made_.emplace_back(std::move(type));
  }
  return *known;
}

// ---- maps ----

void DomainTable::add_map(Draft& draft, const Type& type) {
  std::vector<Term> keys;
  std::vector<const Domain*> values;
  for (size_t i = 0; i < type.fields.size(); ++i) {
    const bool required = type.fields[i].required;
    if (!required && height(type.args[i]) >= draft.limit) continue;
    const Domain* value = get(type.args[i], draft.below(), options_.list_length);
    keys.push_back(type.fields[i].key);
    values.push_back(required ? value : or_absent(*value));
  }
  if (type.rest && draft.depth > 0) {
    const Type& value = type.args.back();
    for (Term& key : sample_keys(type.args[type.args.size() - 2])) {
      if (!is_inhabited(value)) break;
      keys.push_back(std::move(key));
      values.push_back(or_absent(*get(value, draft.below(), options_.list_length)));
    }
  }
  add_entries(draft, std::move(keys), std::move(values));
}

void DomainTable::add_any_map(Draft& draft) {
  std::vector<Term> keys;
  if (draft.depth > 0) keys = sample_keys(any_);
  std::vector<const Domain*> values;
  for (size_t i = 0; i < keys.size(); ++i)
    values.push_back(or_absent(*get(any_, draft.below(), options_.list_length)));
  add_entries(draft, std::move(keys), std::move(values));
}

void DomainTable::add_entries(Draft& draft, std::vector<Term> keys,
                              std::vector<const Domain*> values) {
  const uint64_t id = names_.keys.add(std::move(keys));
  draft.add(Symbol::functor(kind_id(TermKind::map), id, std::move(values)));
}

// Those that the program mentions, and two that it does not.
std::vector<Term> DomainTable::sample_keys(const Type& type) const {
  std::vector<Term> keys;
  auto take = [&](const Term& key) {
    if (!conforms(key, type, types_)) return false;
    for (const Term& known : keys) {
      if (identical(known, key)) return false;
    }
    keys.push_back(key);
    return true;
  };
  constexpr size_t most_keys = 12;
  for (const Term& key : mentioned_.keys) {
    if (keys.size() < most_keys) take(key);
  }
  std::vector<Term> others{Term::make_atom("a"),   Term::make_atom("b"),   Term::make_integer(0),
                           Term::make_integer(1),  Term::make_binary("a"), Term::make_binary("b"),
                           Term::make_string("a"), Term::make_string("b")};
  for (const std::string& name : atoms_) others.push_back(Term::make_atom(name));
  for (unsigned taken = 0; const Term& key : others) {
    if (taken < 2 && take(key)) ++taken;
  }
  return keys;
}

}  // namespace cuttle::erlang
