// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/inputs/values.h"

#include <algorithm>

#include "languages/erlang/term/print.h"

namespace cuttle::erlang {

using term::Content;
using term::Domain;
using term::Inputs;
using term::PositionId;
using term::Skeleton;
using term::Symbol;

namespace {

Term special(const char* kind, Term number) {
  return Term::make_tuple({Term::make_atom("$cuttle"), Term::make_atom(kind), std::move(number)});
}

Term number(uint64_t n) {
  return Term::make_integer(mpz_class(static_cast<unsigned long>(n)));
}

class Reader {
 public:
  Reader(Inputs& inputs, Skeleton& skeleton, const Names& names)
      : inputs_(inputs), skeleton_(skeleton), names_(names) {}

  Term at(PositionId p) {
    const unsigned s = inputs_.symbol_at(p);
    const Symbol& symbol = skeleton_.symbol(p, s);
    switch (static_cast<TermKind>(symbol.kind)) {
      case TermKind::integer:
        return Term::make_integer(inputs_.integer_at(p));
      case TermKind::floating:
        return Term::make_float(inputs_.float_at(p));
      case TermKind::atom:
        return Term::make_atom(names_.atoms.name(static_cast<uint32_t>(symbol.id)));
      case TermKind::nil:
        return {};
      case TermKind::cons:
        return list(p, s);
      case TermKind::tuple:
        return Term::make_tuple(children(p, s));
      case TermKind::map:
        return map(p, s);
      case TermKind::bitstring:
        return bits(p, s);
      case TermKind::fun:
        return Term::make_tuple({Term::make_atom("$cuttle"), Term::make_atom("fun"),
                                 number(symbol.id), Term::make_list(children(p, s))});
      case TermKind::pid:
        return special("pid", number(symbol.id));
      case TermKind::reference:
      case TermKind::port:
        break;
    }
    return special("reference", number(symbol.id));
  }

 private:
  std::vector<Term> children(PositionId p, unsigned s) {
    std::vector<Term> out;
    for (unsigned i = 0; i < skeleton_.symbol(p, s).arity(); ++i)
      out.push_back(at(skeleton_.child(p, s, i)));
    return out;
  }

  Term list(PositionId p, unsigned s) {
    std::vector<Term> elements;
    while (skeleton_.symbol(p, s).kind == kind_id(TermKind::cons)) {
      elements.push_back(at(skeleton_.child(p, s, 0)));
      p = skeleton_.child(p, s, 1);
      s = inputs_.symbol_at(p);
    }
    return Term::make_list(std::move(elements), at(p));
  }

  Term map(PositionId p, unsigned s) {
    const std::vector<Term>& keys = names_.keys.keys(skeleton_.symbol(p, s).id);
    std::vector<std::pair<Term, Term>> entries;
    for (unsigned i = 0; i < keys.size(); ++i) {
      PositionId value = skeleton_.child(p, s, i);
      if (skeleton_.symbol(value, inputs_.symbol_at(value)).kind == absent_kind) continue;
      entries.emplace_back(keys[i], at(value));
    }
    return Term::make_map(std::move(entries));
  }

  Term bits(PositionId p, unsigned s) {
    const Symbol& symbol = skeleton_.symbol(p, s);
    if (symbol.content == Content::text) return Term::make_binary(bytes(p));
    std::string text = bytes(skeleton_.child(p, s, 0));
    text.back() = static_cast<char>(text.back() & (0xFF << symbol.id));
    Term part = Term::make_binary(std::move(text));
    part.unused_bits = static_cast<uint8_t>(symbol.id);
    return part;
  }

  std::string bytes(PositionId p) {
    std::string out;
    for (char32_t c : inputs_.text_at(p)) out += static_cast<char>(c);
    return out;
  }

  Inputs& inputs_;
  Skeleton& skeleton_;
  const Names& names_;
};

class Placer {
 public:
  Placer(Assignment& inputs, Skeleton& skeleton, Names& names)
      : inputs_(inputs), skeleton_(skeleton), pool_(skeleton.pool()), names_(names) {}

  bool place(PositionId p, const Term& value) {
    switch (value.kind) {
      case TermKind::integer:
        return integer(p, value.integer);
      case TermKind::floating:
        return floating(p, value.floating);
      case TermKind::atom:
        return constant(p, TermKind::atom, names_.atoms.id(value.text));
      case TermKind::nil:
        return constant(p, TermKind::nil, 0);
      case TermKind::cons:
        return list(p, value);
      case TermKind::tuple:
        return tuple(p, value);
      case TermKind::map:
        return map(p, value);
      case TermKind::bitstring:
        return bits(p, value);
      default:
        return false;
    }
  }

 private:
  // False when the domain has no such symbol.
  bool set_symbol(PositionId p, int symbol) {
    if (symbol < 0) return false;
    if (skeleton_.has_tag(p)) {
      ExprId tag = skeleton_.tag(p);
      inputs_.set(pool_.var_of(tag),
                  Value::bits(pool_.sort(tag).width, static_cast<uint64_t>(symbol)));
    }
    return true;
  }

  bool constant(PositionId p, TermKind kind, uint64_t id) {
    return set_symbol(p, skeleton_.domain(p).find(kind_id(kind), id));
  }

  bool integer(PositionId p, const mpz_class& value) {
    const Domain& d = skeleton_.domain(p);
    if (!set_symbol(p, d.integer())) return false;
    Value encoded = skeleton_.encode_integer(p, value);
    inputs_.set(only_variable(skeleton_.integer(p)), encoded);
    Evaluator read(pool_, inputs_);
    return read.evaluate(skeleton_.integer(p)).as_signed() == value;
  }

  bool floating(PositionId p, double value) {
    if (!set_symbol(p, skeleton_.domain(p).floating())) return false;
    inputs_.set(only_variable(skeleton_.floating(p)), Value::float64(value));
    Evaluator read(pool_, inputs_);
    return read.evaluate(skeleton_.floating(p)).as_double() == value;
  }

  bool bits(PositionId p, const Term& value) {
    if (value.unused_bits == 0) return bytes(p, value.text);
    const int s = skeleton_.domain(p).find(kind_id(TermKind::bitstring), value.unused_bits);
    return set_symbol(p, s) && bytes(skeleton_.child(p, static_cast<unsigned>(s), 0), value.text);
  }

  bool bytes(PositionId p, const std::string& value) {
    const Domain& d = skeleton_.domain(p);
    const int s = d.any_text(kind_id(TermKind::bitstring));
    if (value.size() < d.texts().least || value.size() > d.texts().most || !set_symbol(p, s))
      return false;
    // The length's variable counts from the least length.
    const auto length = pool_.variables_of(skeleton_.unknown_length(p));
    for (VarId v : length)
      inputs_.set(v, Value::bits(pool_.variable_info(v).sort.width,
                                 uint64_t{value.size() - d.texts().least}));
    for (unsigned i = 0; i < value.size(); ++i) {
      const uint64_t code = static_cast<unsigned char>(value[i]);
      for (VarId v : pool_.variables_of(skeleton_.unknown_code(p, i)))
        inputs_.set(v, Value::bits(pool_.variable_info(v).sort.width, code - d.texts().first));
    }
    return true;
  }

  // The first of the variants that takes all that follows.
  bool list(PositionId p, const Term& value, size_t from = 0) {
    while (from < value.length()) {
      const auto [first, last] = skeleton_.domain(p).range(kind_id(TermKind::cons));
      for (unsigned s = first; s + 1 < last; ++s) {
        if (set_symbol(p, static_cast<int>(s)) &&
            place(skeleton_.child(p, s, 0), value.items[from]) &&
            list(skeleton_.child(p, s, 1), value, from + 1))
          return true;
      }
      if (first == last || !set_symbol(p, static_cast<int>(last - 1))) return false;
      if (!place(skeleton_.child(p, last - 1, 0), value.items[from])) return false;
      p = skeleton_.child(p, last - 1, 1);
      ++from;
    }
    return place(p, value.items.back());
  }

  bool arguments(PositionId p, unsigned s, const std::vector<Term>& items) {
    for (unsigned i = 0; i < items.size(); ++i) {
      if (!place(skeleton_.child(p, s, i), items[i])) return false;
    }
    return true;
  }

  // The first of the variants that takes all of the elements.
  bool tuple(PositionId p, const Term& value) {
    const Domain& d = skeleton_.domain(p);
    auto [first, last] = d.range(kind_id(TermKind::tuple));
    for (unsigned s = first; s < last; ++s) {
      if (tuple_size(d.symbols()[s]) != value.items.size()) continue;
      if (set_symbol(p, static_cast<int>(s)) && arguments(p, s, value.items)) return true;
    }
    return false;
  }

  bool map(PositionId p, const Term& value) {
    const Domain& d = skeleton_.domain(p);
    auto [first, last] = d.range(kind_id(TermKind::map));
    for (unsigned s = first; s < last; ++s) {
      if (set_symbol(p, static_cast<int>(s)) && entries(p, s, value)) return true;
    }
    return false;
  }

  bool entries(PositionId p, unsigned s, const Term& value) {
    const std::vector<Term>& keys = names_.keys.keys(skeleton_.symbol(p, s).id);
    size_t placed = 0;
    for (unsigned i = 0; i < keys.size(); ++i) {
      PositionId at = skeleton_.child(p, s, i);
      size_t found = 0;
      while (found < value.items.size() && !identical(value.items[found], keys[i])) found += 2;
      if (found < value.items.size()) {
        if (!place(at, value.items[found + 1])) return false;
        ++placed;
      } else if (!set_symbol(at, skeleton_.domain(at).find(absent_kind, 0))) {
        return false;
      }
    }
    return placed == value.items.size() / 2;
  }

  VarId only_variable(ExprId e) { return *pool_.variables_of(e).begin(); }

  Assignment& inputs_;
  Skeleton& skeleton_;
  ExprPool& pool_;
  Names& names_;
};

std::string fun_text(const InputFun& fun);

std::optional<std::string> special_text(const Term& t) {
  if (auto fun = input_fun(t)) return fun_text(*fun);
  if (t.is_tuple("$cuttle", 3)) return "'" + t.items[1].text + " " + to_text(t.items[2]) + "'";
  return {};
}

std::string fun_text(const InputFun& fun) {
  std::string parameters;
  for (unsigned i = 0; i < fun.arity; ++i) parameters += i ? ",_" : "_";
  // Answers that repeat themselves at the end are one.
  std::string results, last;
  for (const Term& r : fun.results) {
    std::string text = to_text(r, special_text);
    if (text != last) results += (results.empty() ? "" : ", then ") + text;
    last = std::move(text);
  }
  return "fun(" + parameters + ") -> " + results + " end";
}

}  // namespace

Term input_at(Inputs& inputs, Skeleton& skeleton, const Names& names, PositionId p) {
  return Reader(inputs, skeleton, names).at(p);
}

bool place_input(Assignment& inputs, Skeleton& skeleton, Names& names, PositionId p,
                 const Term& value) {
  return Placer(inputs, skeleton, names).place(p, value);
}

std::optional<InputFun> input_fun(const Term& value) {
  if (!value.is_tuple("$cuttle", 4) || !value.items[1].is_atom("fun")) return {};
  const Term& results = value.items[3];
  return InputFun{static_cast<unsigned>(value.items[2].integer.get_ui()),
                  {results.items.data(), results.length()}};
}

std::string input_text(const Term& value) {
  return to_text(value, special_text);
}

}  // namespace cuttle::erlang
