// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/inputs/types.h"

#include <algorithm>
#include <span>

#include "languages/erlang/inputs/values.h"
#include "languages/erlang/term/print.h"

namespace cuttle::erlang {

namespace {

using Kind = Type::Kind;

const Term* find(const Term& map, std::string_view key) {
  if (map.kind != TermKind::map) return nullptr;
  for (size_t i = 0; i + 1 < map.items.size(); i += 2) {
    if (map.items[i].is_atom(key)) return &map.items[i + 1];
  }
  return nullptr;
}

std::span<const Term> elements(const Term* list) {
  if (!list) return {};
  return {list->items.data(), list->length()};
}

Type make(Kind kind, std::vector<Type> args = {}) {
  Type type;
  type.kind = kind;
  type.args = std::move(args);
  return type;
}

Type read(const Term& t);

std::vector<Type> read_all(std::span<const Term> terms) {
  std::vector<Type> out;
  for (const Term& t : terms) out.push_back(read(t));
  return out;
}

Type read_name(const std::string& name) {
  static constexpr std::pair<std::string_view, Kind> names[] = {
      {"none", Kind::none},   {"integer", Kind::integer}, {"float", Kind::floating},
      {"atom", Kind::atom},   {"nil", Kind::nil},         {"tuple", Kind::any_tuple},
      {"map", Kind::any_map}, {"pid", Kind::pid},         {"reference", Kind::reference},
      {"port", Kind::port},
  };
  for (const auto& [known, kind] : names) {
    if (name == known) return make(kind);
  }
  return {};
}

// {map, [{required | optional, Key, Type}], {Key, Value} | none}
Type read_map(const Term& t) {
  Type type = make(Kind::map);
  for (const Term& field : elements(&t.items[1])) {
    type.fields.push_back({field.items[0].is_atom("required"), field.items[1]});
    type.args.push_back(read(field.items[2]));
  }
  const Term& rest = t.items[2];
  type.rest = rest.is_tuple();
  if (type.rest) {
    type.args.push_back(read(rest.items[0]));
    type.args.push_back(read(rest.items[1]));
  }
  return type;
}

Type read(const Term& t) {
  if (t.is_atom()) return read_name(t.text);
  if (t.is_tuple("literal", 2)) {
    Type type = make(Kind::literal);
    type.literal = t.items[1];
    return type;
  }
  if (t.is_tuple("range", 3)) {
    Type type = make(Kind::integer);
    if (t.items[1].is_integer()) type.low = t.items[1].integer;
    if (t.items[2].is_integer()) type.high = t.items[2].integer;
    return type;
  }
  if (t.is_tuple("bits", 3) && t.items[1].is_integer() && t.items[2].is_integer()) {
    Type type = make(Kind::bitstring);
    type.base = static_cast<unsigned>(t.items[1].integer.get_ui());
    type.unit = static_cast<unsigned>(t.items[2].integer.get_ui());
    return type;
  }
  if (t.is_tuple("list", 2)) return make(Kind::list, {read(t.items[1])});
  if (t.is_tuple("nonempty_list", 2)) {
    Type element = read(t.items[1]);
    return make(Kind::cons, {element, make(Kind::list, {element})});
  }
  if (t.is_tuple("cons", 3)) return make(Kind::cons, {read(t.items[1]), read(t.items[2])});
  if (t.is_tuple("tuple", 2)) return make(Kind::tuple, read_all(elements(&t.items[1])));
  if (t.is_tuple("map", 3)) return read_map(t);
  if (t.is_tuple("fun", 3)) {
    Type type = make(Kind::function, {read(t.items[2])});
    if (t.items[1].is_integer()) type.arity = static_cast<int>(t.items[1].integer.get_si());
    return type;
  }
  if (t.is_tuple("union", 2)) return make(Kind::either, read_all(elements(&t.items[1])));
  if (t.is_tuple("named", 2) && t.items[1].is_integer()) {
    Type type = make(Kind::named);
    type.named = static_cast<uint32_t>(t.items[1].integer.get_ui());
    return type;
  }
  return {};
}

bool is_true(const Term* t) {
  return t && t->is_atom("true");
}

std::vector<unsigned> numbers(const Term* list) {
  std::vector<unsigned> out;
  for (const Term& t : elements(list)) {
    if (t.is_integer() && t.integer >= 0 && t.integer <= 255)
      out.push_back(static_cast<unsigned>(t.integer.get_ui()));
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

bool all_conform(std::span<const Term> values, const Type& type, const Types& types) {
  return std::all_of(values.begin(), values.end(),
                     [&](const Term& v) { return conforms(v, type, types); });
}

bool tuple_conforms(const Term& v, const Type& type, const Types& types) {
  if (!v.is_tuple() || v.items.size() != type.args.size()) return false;
  for (size_t i = 0; i < v.items.size(); ++i) {
    if (!conforms(v.items[i], type.args[i], types)) return false;
  }
  return true;
}

// The tail of a cons whose type is a list again is looked at element by element.
bool cons_conforms(const Term& v, const Type& type, const Types& types) {
  if (v.kind != TermKind::cons) return false;
  if (!conforms(v.items[0], type.args[0], types)) return false;
  std::vector<Term> rest(v.items.begin() + 1, v.items.end() - 1);
  Term tail = rest.empty() ? v.items.back() : Term::make_list(std::move(rest), v.items.back());
  return conforms(tail, type.args[1], types);
}

bool map_conforms(const Term& v, const Type& type, const Types& types) {
  if (v.kind != TermKind::map) return false;
  std::vector<bool> seen(type.fields.size());
  for (size_t i = 0; i + 1 < v.items.size(); i += 2) {
    auto field = std::find_if(type.fields.begin(), type.fields.end(),
                              [&](const Type::Field& f) { return identical(f.key, v.items[i]); });
    const auto at = static_cast<size_t>(field - type.fields.begin());
    if (at < seen.size() && conforms(v.items[i + 1], type.args[at], types)) {
      seen[at] = true;
      continue;
    }
    if (!type.rest || !conforms(v.items[i], type.args[type.args.size() - 2], types) ||
        !conforms(v.items[i + 1], type.args.back(), types))
      return false;
  }
  for (size_t i = 0; i < seen.size(); ++i) {
    if (type.fields[i].required && !seen[i]) return false;
  }
  return true;
}

bool fun_conforms(const Term& v, const Type& type, const Types& types) {
  if (const auto fun = input_fun(v)) {
    return (type.arity < 0 || fun->arity == static_cast<unsigned>(type.arity)) &&
           all_conform(fun->results, type.args[0], types);
  }
  if (v.kind != TermKind::fun) return false;
  return type.arity < 0 || v.items.size() != 3 || v.items[2].integer == type.arity;
}

bool bits_conform(size_t bits, const Type& type) {
  if (type.unit == 0) return bits == type.base;
  return bits >= type.base && (bits - type.base) % type.unit == 0;
}

bool is_special(const Term& v, std::string_view kind) {
  return v.is_tuple("$cuttle", 3) && v.items[1].is_atom(kind);
}

}  // namespace

const Type& Types::resolve(const Type& type) const {
  static const Type any;
  const Type* t = &type;
  for (size_t steps = 0; t->kind == Kind::named; ++steps) {
    if (steps > named.size() || t->named >= named.size()) return any;
    t = &named[t->named];
  }
  return *t;
}

Types read_types(const Term& map) {
  Types out;
  out.specified = is_true(find(map, "specified"));
  out.arguments = read_all(elements(find(map, "arguments")));
  if (const Term* result = find(map, "result")) out.result = read(*result);
  out.named = read_all(elements(find(map, "named")));
  for (const Term& clause : elements(find(map, "clauses"))) {
    if (!clause.is_tuple() || clause.items.size() != 2) continue;
    out.clauses.push_back({read_all(elements(&clause.items[0])), read(clause.items[1])});
  }
  return out;
}

Mentioned read_mentioned(const Term& map) {
  Mentioned out;
  for (const Term& t : elements(find(map, "atoms"))) {
    if (t.is_atom()) out.atoms.push_back(t.text);
  }
  out.tuples = numbers(find(map, "tuples"));
  for (const Term& t : elements(find(map, "keys"))) out.keys.push_back(t);
  out.funs = numbers(find(map, "funs"));
  out.floats = is_true(find(map, "floats"));
  out.binaries = is_true(find(map, "binaries"));
  out.bitstrings = is_true(find(map, "bitstrings"));
  out.maps = is_true(find(map, "maps"));
  out.pids = is_true(find(map, "pids"));
  out.references = is_true(find(map, "references"));
  return out;
}

bool conforms(const Term& v, const Type& named, const Types& types) {
  const Type& type = types.resolve(named);
  switch (type.kind) {
    case Kind::any:
      return true;
    case Kind::none:
      return false;
    case Kind::integer:
      return v.is_integer() && (!type.low || v.integer >= *type.low) &&
             (!type.high || v.integer <= *type.high);
    case Kind::floating:
      return v.kind == TermKind::floating;
    case Kind::atom:
      return v.is_atom();
    case Kind::nil:
      return v.kind == TermKind::nil;
    case Kind::any_tuple:
      return v.is_tuple() && !(v.items.size() >= 3 && v.items[0].is_atom("$cuttle"));
    case Kind::any_map:
      return v.kind == TermKind::map;
    case Kind::bitstring:
      return v.kind == TermKind::bitstring && bits_conform(v.text.size() * 8 - v.unused_bits, type);
    case Kind::pid:
      return v.kind == TermKind::pid || is_special(v, "pid");
    case Kind::reference:
      return v.kind == TermKind::reference || is_special(v, "reference");
    case Kind::port:
      return v.kind == TermKind::port;
    case Kind::literal:
      return identical(v, type.literal);
    case Kind::list:
      return v.is_proper_list() && all_conform(elements(&v), type.args[0], types);
    case Kind::cons:
      return cons_conforms(v, type, types);
    case Kind::tuple:
      return tuple_conforms(v, type, types);
    case Kind::map:
      return map_conforms(v, type, types);
    case Kind::function:
      return fun_conforms(v, type, types);
    case Kind::either:
      return std::any_of(type.args.begin(), type.args.end(),
                         [&](const Type& t) { return conforms(v, t, types); });
    case Kind::named:
      break;
  }
  return true;
}

bool conform(std::span<const Term> arguments, const Types& types) {
  auto fit = [&](const std::vector<Type>& wanted) {
    for (size_t i = 0; i < arguments.size() && i < wanted.size(); ++i)
      if (!conforms(arguments[i], wanted[i], types)) return false;
    return true;
  };
  if (types.clauses.empty()) return fit(types.arguments);
  return std::ranges::any_of(types.clauses, [&](const auto& c) { return fit(c.arguments); });
}

bool result_conforms(const Term& result, std::span<const Term> arguments, const Types& types) {
  if (types.clauses.empty()) return conforms(result, types.result, types);
  for (const Types::Clause& clause : types.clauses) {
    bool fits = true;
    for (size_t i = 0; i < arguments.size() && fits; ++i)
      fits = conforms(arguments[i], clause.arguments[i], types);
    if (fits && conforms(result, clause.result, types)) return true;
  }
  return false;
}

bool same_type(const Type& a, const Type& b) {
  return a.kind == b.kind && a.low == b.low && a.high == b.high && a.arity == b.arity &&
         a.base == b.base && a.unit == b.unit && a.named == b.named && a.rest == b.rest &&
         identical(a.literal, b.literal) && std::ranges::equal(a.args, b.args, same_type) &&
         std::ranges::equal(a.fields, b.fields, [](const Type::Field& x, const Type::Field& y) {
           return x.required == y.required && identical(x.key, y.key);
         });
}

}  // namespace cuttle::erlang
