// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/target/types.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "engine/support/check.h"
#include "languages/prolog/term/utf8.h"
#include "languages/prolog/term/writer.h"

namespace cuttle::prolog {

namespace {

// "list(atom)" -> "list", {"atom"}; arguments are split at top-level commas. Quoted atoms stay
// quoted.
std::string split(const std::string& type, std::vector<std::string>& args) {
  size_t open = type.find('(');
  if (open == std::string::npos || type.back() != ')') return type;
  int nesting = 0;
  bool quoted = false;
  std::string current;
  for (size_t i = open + 1; i + 1 < type.size(); ++i) {
    char c = type[i];
    if (c == '\'') quoted = !quoted;
    if (quoted && c == '\\' && i + 2 < type.size()) current += type[i++], c = type[i];
    if (!quoted && (c == '(' || c == '[')) ++nesting;
    if (!quoted && (c == ')' || c == ']')) --nesting;
    if (!quoted && c == ',' && nesting == 0) {
      args.push_back(current);
      current.clear();
    } else {
      current += c;
    }
  }
  args.push_back(current);
  return type.substr(0, open);
}

// The atom that is written so: 'it''s' is it's.
std::string unquoted(std::string text) {
  while (text.starts_with(' ')) text.erase(0, 1);
  while (text.ends_with(' ')) text.pop_back();
  if (text.size() < 2 || text.front() != '\'' || text.back() != '\'') return text;
  std::string out;
  for (size_t i = 1; i + 1 < text.size(); ++i) {
    const bool doubled = (text[i] == '\'' || text[i] == '\\') && i + 2 < text.size();
    if (doubled) ++i;
    out += doubled && text[i] == 'n' ? '\n' : text[i];
  }
  return out;
}

bool to_int(const std::string& text, std::optional<mpz_class>& out) {
  int64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc()) out = static_cast<long>(value);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

std::string type_text(const WireTerm& t) {
  using Kind = WireTerm::Kind;
  switch (t.kind) {
    case Kind::variable:
      return "any";
    case Kind::nil:
      return "[]";
    case Kind::atom:
      return quoted_atom(t.text);
    case Kind::compound:
      break;
    default:
      return t.text;
  }
  if (t.is_cons()) {
    std::string out = "[";
    for (const WireTerm* item : list_items(t))
      out += (out.size() > 1 ? "," : "") + type_text(*item);
    return out + "]";
  }
  std::string out = t.text + "(";
  for (size_t i = 0; i < t.args.size(); ++i) out += (i ? "," : "") + type_text(t.args[i]);
  return out + ")";
}

DomainTable::DomainTable(Store& store, Signature signature, DomainOptions options)
    : store_(store), signature_(std::move(signature)), options_(options) {
  // Names that nothing in the program has.
  Symbols& symbols = store.symbols();
  auto taken = [&](AtomId a) {
    return std::find(signature_.atoms.begin(), signature_.atoms.end(), a) != signature_.atoms.end();
  };
  std::erase_if(signature_.library_atoms, taken);
  for (unsigned n = 1; fresh_.size() < options_.fresh_atoms; ++n) {
    AtomId a = symbols.atom("other" + std::to_string(n));
    if (!taken(a)) fresh_.push_back(a);
  }
  if (signature_.ordered && options_.fresh_atoms > 0) add_atoms_between();
  note_letters();
  fresh_functor_ = symbols.functor("other", 1);
  for (unsigned n = 0; std::find(signature_.functors.begin(), signature_.functors.end(),
                                 fresh_functor_) != signature_.functors.end();)
    fresh_functor_ = symbols.functor("other" + std::to_string(++n), 1);
}

// Atoms before, between and behind those of the program, in standard order.
void DomainTable::add_atoms_between() {
  constexpr size_t most = 16;
  Symbols& symbols = store_.symbols();
  std::vector<std::string> known;
  for (AtomId a : signature_.atoms) {
    if (a != atoms::nil && known.size() < most) known.push_back(symbols.text(a));
  }
  std::sort(known.begin(), known.end());
  auto add = [&](const std::string& text) {
    AtomId a = symbols.atom(text);
    if (std::find(fresh_.begin(), fresh_.end(), a) == fresh_.end()) fresh_.push_back(a);
  };
  if (!known.empty() && !known[0].empty()) add("A" < known[0] ? "A" : "");
  for (size_t i = 0; i < known.size(); ++i) {
    const std::string next = known[i] + "0";
    if (i + 1 == known.size() || next < known[i + 1]) add(next);
  }
}

// Texts have the letters that the program mentions, also beyond ASCII.
void DomainTable::note_letters() {
  auto note = [this](std::string_view text) {
    for (char32_t c : decode_utf8(text)) last_letter_ = std::max(last_letter_, c);
  };
  for (AtomId a : signature_.atoms) note(store_.symbols().text(a));
  for (Cell c : signature_.strings) note(store_.string_of(c));
}

bool DomainTable::is_known(const std::string& type) {
  std::vector<std::string> args;
  std::string name = split(type, args);
  constexpr const char* names[] = {
      "integer", "int",   "nonneg", "nat",      "positive_integer", "between", "atom",     "atm",
      "boolean", "bool",  "oneof",  "list",     "list_of",          "atomic",  "constant", "number",
      "num",     "float", "string", "callable", "compound",         "codes",   "chars",    "char",
      "pair",    "text"};
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

void DomainTable::add_integer(std::vector<Symbol>& out) const {
  out.push_back(Symbol::integer(SymbolKind::integer));
}

void DomainTable::add_float(std::vector<Symbol>& out) const {
  out.push_back(Symbol::floating(SymbolKind::floating));
}

void DomainTable::add_atoms(std::vector<Symbol>& out) const {
  for (AtomId a : signature_.atoms) out.push_back(atom_symbol(a));
  for (AtomId a : fresh_) out.push_back(atom_symbol(a));
  for (AtomId a : signature_.library_atoms) out.push_back(atom_symbol(a));
  if (signature_.texts) add_any_text(out, SymbolKind::atom);
}

void DomainTable::add_any_text(std::vector<Symbol>& out, KindId kind) const {
  if (options_.text_length > 0) out.push_back(Symbol::any_text(kind));
}

// Atoms of one character.
void DomainTable::add_characters(std::vector<Symbol>& out) const {
  for (AtomId a : signature_.atoms) {
    if (a != atoms::nil && length_utf8(store_.symbols().text(a)) == 1)
      out.push_back(atom_symbol(a));
  }
  add_any_text(out, SymbolKind::atom);
}

void DomainTable::add_strings(std::vector<Symbol>& out) const {
  add_constants(out, signature_.strings, SymbolKind::string);
  if (signature_.string_texts) add_any_text(out, SymbolKind::string);
}

void DomainTable::set_texts(std::vector<Symbol>& all) const {
  for (Symbol& s : all) {
    if (s.is_any_text()) continue;
    if (s.kind == SymbolKind::atom) s.text = decode_utf8(store_.symbols().text(atom_of(s.id)));
    if (s.kind == SymbolKind::string) s.text = decode_utf8(store_.string_of(s.id));
    s.spelt = s.kind == SymbolKind::string || (s.kind == SymbolKind::atom && !is_nil(s));
  }
}

void DomainTable::add_constants(std::vector<Symbol>& out, const std::vector<Cell>& constants,
                                KindId kind) const {
  for (Cell c : constants) out.push_back(Symbol::constant(kind, c));
}

void DomainTable::add_functor(std::vector<Symbol>& out, FunctorId f,
                              std::vector<const Domain*> args) {
  out.push_back(Symbol::functor(SymbolKind::compound, f, std::move(args)));
}

void DomainTable::add_compounds(std::vector<Symbol>& out, unsigned depth) {
  if (depth == 0) return;
  const Domain* inner = get("", depth - 1);
  for (FunctorId f : signature_.functors)
    add_functor(out, f, std::vector<const Domain*>(store_.symbols().arity(f), inner));
  add_functor(out, fresh_functor_, {inner});
  if (signature_.dicts) add_dicts(out, inner);
}

// Without keys, with one of the program's, and with all of them in standard order.
void DomainTable::add_dicts(std::vector<Symbol>& out, const Domain* inner) {
  constexpr size_t most = 6;
  Symbols& symbols = store_.symbols();
  std::vector<std::string> keys;
  for (AtomId key : signature_.dict_keys) keys.push_back(symbols.text(key));
  std::sort(keys.begin(), keys.end());
  if (keys.size() > most) keys.resize(most);
  auto one_of = [&](const std::string& atoms) { return get("oneof([" + atoms + "])", 0); };
  auto add = [&](const std::vector<std::string>& positions) {
    std::vector<const Domain*> args{one_of("tag")};
    for (const std::string& key : positions) {
      args.push_back(inner);
      args.push_back(one_of(key));
    }
    FunctorId f = symbols.functor(dict_name, static_cast<unsigned>(args.size()));
    add_functor(out, f, std::move(args));
  };
  add({});
  std::string any;
  for (const std::string& key : keys) any += (any.empty() ? "" : ",") + key;
  if (!keys.empty()) add({any});
  if (keys.size() > 1) add(keys);
}

// Of oneof([a,1,2,5]): its atoms, and its integers as a range with gaps.
void DomainTable::add_items(const std::vector<std::string>& items, std::vector<Symbol>& out,
                            Range& range) {
  std::set<mpz_class> integers;
  for (const std::string& item : items) {
    std::optional<mpz_class> number;
    const std::string name = unquoted(item);
    if (to_int(item, number)) {
      integers.insert(*number);
    } else {
      const bool nil = name == "[]" && item == name;
      out.push_back(atom_symbol(nil ? AtomId{atoms::nil} : store_.symbols().atom(name)));
    }
  }
  if (integers.empty()) return;
  add_integer(out);
  range.low = *integers.begin();
  range.high = *integers.rbegin();
  for (auto it = integers.begin(), next = std::next(it); next != integers.end(); it = next++) {
    if (*next > *it + 1) range.gaps.emplace_back(*it + 1, *next - 1);
  }
}

const Domain* DomainTable::get(const std::string& type, unsigned depth) {
  auto key = std::make_pair(type, depth);
  if (auto it = known_.find(key); it != known_.end()) return it->second;
  Range range;
  std::vector<Symbol> all = symbols(type, depth, range);
  if (all.empty()) add_atoms(all);
  set_texts(all);
  // The default is the simplest: a constant of the program, else an integer, else a fresh atom.
  size_t initial = 0;
  auto among = [](const std::vector<AtomId>& list, AtomId a) {
    return std::find(list.begin(), list.end(), a) != list.end();
  };
  auto rank = [&](const Symbol& s) {
    if (s.is_any_text()) return 3;
    switch (s.kind) {
      case SymbolKind::atom:
        return among(fresh_, atom_of(s.id)) || among(signature_.library_atoms, atom_of(s.id)) ? 2
                                                                                              : 0;
      case SymbolKind::integer:
        return 1;
      case SymbolKind::compound:
        return 4;
      default:
        return 3;
    }
  };
  for (size_t i = 1; i < all.size(); ++i) {
    if (rank(all[i]) < rank(all[initial])) initial = i;
  }
  domains_.emplace_back(std::move(all), options_.int_bits, initial);
  domains_.back().set_bounds(range.low, range.high);
  domains_.back().set_gaps(std::move(range.gaps));
  bool one = type == "char";
  domains_.back().set_texts(
      {one ? 1u : 0u, one ? 1u : options_.text_length, first_character, last_letter_});
  return known_[key] = &domains_.back();
}

std::vector<Symbol> DomainTable::symbols(const std::string& type, unsigned depth, Range& range) {
  auto& [low, high, gaps] = range;
  std::vector<std::string> args;
  std::string name = split(type, args);
  std::vector<Symbol> out;
  Symbols& symbols = store_.symbols();
  if (name == "integer" || name == "int" || name == "nonneg" || name == "nat" ||
      name == "positive_integer") {
    add_integer(out);
    if (name == "nonneg" || name == "nat") low = 0;
    if (name == "positive_integer") low = 1;
    // Counts and sizes: programs make lists that long.
    if (low && options_.small_counts) high = 65'535;
  } else if (name == "between" && args.size() == 2 && to_int(args[0], low) &&
             to_int(args[1], high)) {
    add_integer(out);
  } else if (name == "atom" || name == "atm") {
    add_atoms(out);
    std::erase_if(out, is_nil);
  } else if (name == "char") {
    add_characters(out);
  } else if (name == "text") {
    add_strings(out);
    add_atoms(out);
  } else if (name == "boolean" || name == "bool") {
    for (AtomId a : {AtomId{atoms::true_}, AtomId{atoms::false_}}) out.push_back(atom_symbol(a));
  } else if (name == "oneof" && args.size() == 1 && args[0].size() > 2) {
    std::vector<std::string> items;
    split("x(" + args[0].substr(1, args[0].size() - 2) + ")", items);
    add_items(items, out, range);
  } else if (name == "list" || name == "list_of" || name == "codes" || name == "chars") {
    std::string element = name == "codes" ? "between(32,126)" : name == "chars" ? "char" : "";
    if (args.size() == 1) element = args[0];
    out.push_back(atom_symbol(atoms::nil));
    if (depth > 0) add_functor(out, symbols.list, {get(element, depth - 1), get(type, depth - 1)});
  } else if (name == "pair" && depth > 0) {
    const Domain* inner = get("", depth - 1);
    add_functor(out, symbols.minus2, {inner, inner});
  } else if (name == "number" || name == "num") {
    add_integer(out);
    add_float(out);
  } else if (name == "float") {
    add_float(out);
  } else if (name == "string") {
    add_constants(out, signature_.strings, SymbolKind::string);
    add_any_text(out, SymbolKind::string);
  } else if (name == "callable") {
    add_atoms(out);
    add_compounds(out, depth);
  } else if (name == "compound" && depth > 0) {
    add_compounds(out, depth);
  } else if (name == "atomic" || name == "constant") {
    add_integer(out);
    add_strings(out);
    add_atoms(out);
  } else {
    if (signature_.integers) add_integer(out);
    if (signature_.floats) add_float(out);
    add_strings(out);
    add_atoms(out);
    add_compounds(out, depth);
  }
  return out;
}

}  // namespace cuttle::prolog
