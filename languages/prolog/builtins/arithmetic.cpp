// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "languages/prolog/builtins/builtins.h"
#include "languages/prolog/builtins/number.h"

namespace cuttle::prolog {

namespace {

struct Entry {
  const char* name;
  unsigned arity;
  Fn fn;
};
constexpr Entry functions[] = {{"+", 2, Fn::add},
                               {"-", 2, Fn::subtract},
                               {"*", 2, Fn::multiply},
                               {"/", 2, Fn::divide},
                               {"//", 2, Fn::int_divide},
                               {"mod", 2, Fn::modulus},
                               {"rem", 2, Fn::remainder},
                               {"div", 2, Fn::floor_divide},
                               {"min", 2, Fn::minimum},
                               {"max", 2, Fn::maximum},
                               {"**", 2, Fn::power},
                               {"^", 2, Fn::int_power},
                               {"<<", 2, Fn::shift_left},
                               {">>", 2, Fn::shift_right},
                               {"/\\", 2, Fn::bit_and},
                               {"\\/", 2, Fn::bit_or},
                               {"xor", 2, Fn::bit_xor},
                               {"gcd", 2, Fn::gcd},
                               {"lcm", 2, Fn::lcm},
                               {"powm", 3, Fn::powm},
                               {"atan2", 2, Fn::atan2},
                               {"atan", 2, Fn::atan2},
                               {"copysign", 2, Fn::copysign},
                               {"nexttoward", 2, Fn::nexttoward},
                               {"getbit", 2, Fn::getbit},
                               {"rdiv", 2, Fn::rdiv},
                               {"-", 1, Fn::negate},
                               {"+", 1, Fn::plus},
                               {"abs", 1, Fn::absolute},
                               {"sign", 1, Fn::sign},
                               {"\\", 1, Fn::bit_not},
                               {"succ", 1, Fn::succ},
                               {"float", 1, Fn::floating},
                               {"integer", 1, Fn::integer},
                               {"float_integer_part", 1, Fn::float_integer_part},
                               {"float_fractional_part", 1, Fn::float_fractional_part},
                               {"truncate", 1, Fn::truncate},
                               {"round", 1, Fn::round},
                               {"ceiling", 1, Fn::ceiling},
                               {"ceil", 1, Fn::ceiling},
                               {"floor", 1, Fn::floor},
                               {"log10", 1, Fn::log10},
                               {"sqrt", 1, Fn::sqrt},
                               {"sin", 1, Fn::sin},
                               {"cos", 1, Fn::cos},
                               {"tan", 1, Fn::tan},
                               {"asin", 1, Fn::asin},
                               {"acos", 1, Fn::acos},
                               {"atan", 1, Fn::atan},
                               {"exp", 1, Fn::exp},
                               {"log", 1, Fn::log},
                               {"lgamma", 1, Fn::lgamma},
                               {"erf", 1, Fn::erf},
                               {"erfc", 1, Fn::erfc},
                               {"lsb", 1, Fn::lsb},
                               {"popcount", 1, Fn::popcount},
                               {"sinh", 1, Fn::sinh},
                               {"cosh", 1, Fn::cosh},
                               {"tanh", 1, Fn::tanh},
                               {"asinh", 1, Fn::asinh},
                               {"acosh", 1, Fn::acosh},
                               {"atanh", 1, Fn::atanh},
                               {"msb", 1, Fn::msb},
                               {"numerator", 1, Fn::numerator},
                               {"denominator", 1, Fn::denominator},
                               {"rational", 1, Fn::rational},
                               {"rationalize", 1, Fn::rationalize},
                               {"random", 1, Fn::random},
                               {"eval", 1, Fn::eval},
                               {"pi", 0, Fn::pi},
                               {"e", 0, Fn::e},
                               {"inf", 0, Fn::inf},
                               {"infinite", 0, Fn::inf},
                               {"nan", 0, Fn::nan},
                               {"epsilon", 0, Fn::epsilon},
                               {"max_integer", 0, Fn::max_integer},
                               {"min_integer", 0, Fn::min_integer},
                               {"cputime", 0, Fn::cputime},
                               {"realtime", 0, Fn::realtime},
                               {"random", 0, Fn::random_float},
                               {"random_float", 0, Fn::random_float}};

Status not_evaluable(Machine& m, AtomId name, unsigned arity) {
  if (name == atoms::nil && arity == 0) return m.type_error("evaluable", atom_cell(name));
  Cell pair[2] = {atom_cell(name), int_cell(arity)};
  return m.type_error("evaluable", m.store().compound(m.symbols().slash2, pair));
}

// An input in an arithmetic expression: a number, something evaluable, or an error.
Status evaluate_symbolic(Machine& m, Cell c, Number& out) {
  Shadow& shadow = *m.shadow();
  const auto v = shadow.value(c);
  bool integer = v.kind == Shadow::Kind::integer || shadow.choose_kind(c, [](const Symbol& s) {
    return s.kind == SymbolKind::integer;
  });
  if (integer) {
    if (v.kind == Shadow::Kind::opaque) return evaluate(m, shadow.expose(c), out);
    Number value;
    to_number(m.store(), shadow.concrete(c), value);
    out = SymbolicInteger{shadow.integer_expr(c), to_big(value)};
    return Status::ok;
  }
  if (shadow.is_float(c)) {
    double value = m.store().float_of(shadow.concrete(c));
    out = SymbolicFloat{shadow.float_expr(c), value, shadow.float_facts(c)};
    return Status::ok;
  }
  Program& program = m.program();
  bool evaluable = shadow.choose_kind(c, [&](const Symbol& s) {
    switch (s.kind) {
      case SymbolKind::compound:
        return program.evaluable(functor_of(s)) != 0 || functor_of(s) == m.symbols().list;
      case SymbolKind::atom:
        return program.evaluable(m.symbols().functor(atom_of(s.id), 0)) != 0;
      default:
        return true;
    }
  });
  if (evaluable) return evaluate(m, shadow.expose(c), out);
  Cell value = shadow.concrete(c);
  // What is wrong may be an argument. That all of these inputs are errors is one path.
  if (tag_of(value) == Tag::compound) {
    Cell whole = shadow.concrete_term(c);
    for (unsigned i = m.symbols().arity(m.store().functor_of(whole)); i-- > 0;) {
      Number ignored;
      Status s = evaluate(m, m.store().arg(whole, i), ignored);
      if (s != Status::ok) return s;
    }
  }
  if (value == atom_cell(atoms::nil))
    return m.type_error("evaluable", shadow.make_opaque(v.position, value));
  AtomId name =
      tag_of(value) == Tag::atom ? atom_of(value) : m.symbols().name(m.store().functor_of(value));
  unsigned arity = tag_of(value) == Tag::atom ? 0 : m.symbols().arity(m.store().functor_of(value));
  Cell pair[2] = {shadow.make_opaque(v.position, atom_cell(name)),
                  shadow.make_opaque(v.position, int_cell(arity))};
  return m.type_error("evaluable", m.store().compound(m.symbols().slash2, pair));
}

// A string or a list of one element is a character; SWI-Prolog's error for others is a peculiar
// one.
Status not_one_element(Machine& m, Cell c) {
  Cell pair[2] = {atom_cell(atoms::nil), c};
  Cell error[2] = {m.store().compound(m.symbols().functor("type_error", 2), pair),
                   m.store().new_var()};
  return m.raise(m.store().compound(m.symbols().error2, error));
}

Status evaluate_text(Machine& m, Cell c, Number& out) {
  std::string_view text = m.store().string_of(c);
  if (text.size() != 1) return not_one_element(m, c);
  out = static_cast<int64_t>(static_cast<unsigned char>(text[0]));
  return Status::ok;
}

// [X]: the code of a character, or a code itself; not an expression.
Status evaluate_element(Machine& m, Cell c, Number& out) {
  c = m.look(c);
  switch (tag_of(c)) {
    case Tag::compound:
    case Tag::box:
      return m.type_error("character", c);
    case Tag::atom: {
      std::string_view text = m.symbols().text(atom_of(c));
      if (c == atom_cell(atoms::nil) || text.size() != 1) return m.type_error("character", c);
      out = static_cast<int64_t>(static_cast<unsigned char>(text[0]));
      return Status::ok;
    }
    case Tag::integer:
      if (int_of(c) < 0) return m.type_error("character", c);
      return evaluate(m, c, out);
    case Tag::symbolic: {
      Shadow& shadow = *m.shadow();
      Integers& integers = shadow.skeleton().integers();
      if (shadow.choose(integers.less(shadow.integer_expr(c), integers.constant(0))))
        return m.type_error("character", c);
      return evaluate(m, c, out);
    }
    default:
      return evaluate(m, c, out);
  }
}

// powm(Base, Exponent, Modulus)
Status power_modulo(Machine& m, Number* values, Number& out) {
  for (unsigned i = 0; i < 3; ++i) {
    Number& n = values[i];
    if (is_symbolic(n)) to_number(m.store(), m.shadow()->concretise(to_cell(m, n), "powm/3"), n);
    if (!is_integer(n)) return m.type_error("integer", to_cell(m, n));
  }
  mpz_class base = to_big(values[0]), exponent = to_big(values[1]), modulus = to_big(values[2]);
  if (exponent < 0 || modulus <= 0) return m.unsupported("powm/3 of negative numbers");
  mpz_class result;
  mpz_powm(result.get_mpz_t(), base.get_mpz_t(), exponent.get_mpz_t(), modulus.get_mpz_t());
  out = normalised(result);
  return Status::ok;
}

Status evaluate_compound(Machine& m, Cell c, Number& out, unsigned level) {
  constexpr unsigned deepest = 5'000;
  if (level > deepest) {
    if (!m.is_acyclic(c)) return m.type_error("expression", c);
    return m.unsupported("an expression of more than 5,000 levels");
  }
  Store& store = m.store();
  FunctorId f = store.functor_of(c);
  unsigned n = m.symbols().arity(f);
  if (f == m.symbols().list) {
    if (m.look(store.arg(c, 1)) != atom_cell(atoms::nil)) return not_one_element(m, c);
    return evaluate_element(m, store.arg(c, 0), out);
  }
  auto fn = static_cast<Fn>(m.program().evaluable(f));
  // As SWI-Prolog does it: the last argument first, and all of them before the function.
  Number values[3];
  for (unsigned i = n; i-- > 0;) {
    Number value;
    if (Status s = evaluate(m, store.arg(c, i), value, level + 1); s != Status::ok) return s;
    if (i < 3) values[i] = std::move(value);
  }
  if (fn == Fn::none) return not_evaluable(m, m.symbols().name(f), n);
  if (n == 1) return apply_unary(m, fn, values[0], out);
  if (n == 3) return power_modulo(m, values, out);
  return apply_binary(m, fn, values[0], values[1], out);
}

}  // namespace

Status evaluate(Machine& m, Cell c, Number& out, unsigned level) {
  c = m.deref(c);
  switch (tag_of(c)) {
    case Tag::integer:
      out = int_of(c);
      return Status::ok;
    case Tag::compound:
      return evaluate_compound(m, c, out, level);
    case Tag::symbolic:
      return evaluate_symbolic(m, c, out);
    case Tag::box:
      if (to_number(m.store(), c, out)) return Status::ok;
      return evaluate_text(m, c, out);
    case Tag::atom: {
      auto fn = static_cast<Fn>(m.program().evaluable(m.symbols().functor(atom_of(c), 0)));
      if (fn == Fn::none) return not_evaluable(m, atom_of(c), 0);
      return apply_constant(m, fn, out);
    }
    default:
      return m.instantiation_error();
  }
}

namespace {

Status is2(Machine& m, Cell* args) {
  Number value;
  if (Status s = evaluate(m, args[1], value); s != Status::ok) return s;
  return m.unify(args[0], to_cell(m, value)) ? Status::ok : Status::fail;
}

// The integer that an integer is compared with instead of a float: x < 2.5 is x < 3. False when the
// answer depends on more than that.
bool as_integer(Relation relation, double value, mpz_class& out) {
  if (!std::isfinite(value) || std::abs(value) > 1e15) return false;
  bool whole = value == std::floor(value);
  switch (relation) {
    case Relation::equal:
    case Relation::unequal:
      out = value;
      return whole;
    case Relation::less:
    case Relation::greater_equal:
      out = std::ceil(value);
      return true;
    default:
      out = std::floor(value);
      return true;
  }
}

constexpr Relation mirrored(Relation relation) {
  switch (relation) {
    case Relation::less:
      return Relation::greater;
    case Relation::greater:
      return Relation::less;
    case Relation::less_equal:
      return Relation::greater_equal;
    case Relation::greater_equal:
      return Relation::less_equal;
    default:
      return relation;
  }
}

// Unknown integers of up to this many bits are what they are as floats.
constexpr unsigned exact_bits = 53;

bool is_endless(const Number& n) {
  auto* d = std::get_if<double>(&n);
  return d && !std::isfinite(*d);
}

// Compares; for unknown integers by a choice.
template <Relation relation>
Status compare2(Machine& m, Cell* args) {
  Number a, b;
  if (Status s = evaluate(m, args[0], a); s != Status::ok) return s;
  if (Status s = evaluate(m, args[1], b); s != Status::ok) return s;
  bool holds = false;
  if (is_symbolic(a) || is_symbolic(b)) {
    Shadow& shadow = *m.shadow();
    Integers& integers = shadow.skeleton().integers();
    auto expr = [&](const Number& n, const Number& other, Relation r) -> ExprId {
      if (auto* s = std::get_if<SymbolicInteger>(&n)) return s->expr;
      mpz_class whole;
      auto* unknown = std::get_if<SymbolicInteger>(&other);
      if (is_float(n) && unknown && shadow.pool().sort(unknown->expr).width <= exact_bits &&
          as_integer(r, std::get<double>(n), whole))
        return integers.constant(whole);
      return is_integer(n) ? integers.constant(to_big(n)) : ExprId{};
    };
    // A rounded float is compared as one.
    auto rounded = [&](const Number& n) {
      auto* s = std::get_if<SymbolicInteger>(&n);
      return s && shadow.pool().op(s->expr) == cuttle::Op::f_to_signed;
    };
    bool as_floats = (rounded(a) && !is_symbolic(b)) || (rounded(b) && !is_symbolic(a));
    ExprId x = expr(a, b, mirrored(relation)), y = expr(b, a, relation);
    if (x && y && !as_floats) {
      switch (relation) {
        case Relation::equal:
          holds = shadow.choose(integers.equal(x, y));
          break;
        case Relation::unequal:
          holds = !shadow.choose(integers.equal(x, y));
          break;
        case Relation::less:
          holds = shadow.choose(integers.less(x, y));
          break;
        case Relation::greater:
          holds = shadow.choose(integers.less(y, x));
          break;
        case Relation::less_equal:
          holds = shadow.choose(integers.less_equal(x, y));
          break;
        case Relation::greater_equal:
          holds = shadow.choose(integers.less_equal(y, x));
          break;
      }
      return holds ? Status::ok : Status::fail;
    }
    if (choose_order(m, relation, a, b, holds)) return holds ? Status::ok : Status::fail;
    // Unknown numbers are finite: on which side of inf they are needs no value.
    const bool endless = is_endless(a) || is_endless(b);
    for (Number* n : {&a, &b}) {
      if (!is_symbolic(*n)) continue;
      Cell cell = to_cell(m, *n);
      cell = endless ? shadow.concrete(cell)
                     : shadow.concretise(cell, "comparison with a rational number");
      to_number(m.store(), cell, *n);
    }
  }
  int order = compare_numbers(a, b);
  switch (relation) {
    case Relation::equal:
      holds = order == 0;
      break;
    case Relation::unequal:
      holds = order != 0;
      break;
    case Relation::less:
      holds = order == -1;
      break;
    case Relation::greater:
      holds = order == 1;
      break;
    case Relation::less_equal:
      holds = order == -1 || order == 0;
      break;
    case Relation::greater_equal:
      holds = order == 1 || order == 0;
      break;
  }
  return holds ? Status::ok : Status::fail;
}

// succ(X, Y) and plus(X, Y, Z) in all their modes.
Status succ2(Machine& m, Cell* args) {
  Cell a = m.look(args[0]), b = m.look(args[1]);
  auto is_int = [&](Cell c) {
    return tag_of(c) == Tag::integer || tag_of(c) == Tag::symbolic ||
           (tag_of(c) == Tag::box && m.store().box_kind(c) == BoxKind::big_integer);
  };
  for (Cell c : {a, b}) {
    if (!is_var_tag(tag_of(c)) && !is_int(c)) return m.type_error("integer", c);
  }
  bool known = !is_var_tag(tag_of(a));
  Cell from = known ? a : b;
  if (is_var_tag(tag_of(from))) return m.instantiation_error();
  Cell zero[2] = {from, int_cell(0)};
  if (compare2<Relation::less>(m, zero) == Status::ok)
    return m.domain_error("not_less_than_zero", from);
  if (!known && compare2<Relation::equal>(m, zero) == Status::ok) return Status::fail;
  Number x, result;
  evaluate(m, from, x);
  if (Status s = apply_binary(m, known ? Fn::add : Fn::subtract, x, int64_t{1}, result);
      s != Status::ok)
    return s;
  return m.unify(known ? args[1] : args[0], to_cell(m, result)) ? Status::ok : Status::fail;
}

Status plus3(Machine& m, Cell* args) {
  Cell a = m.look(args[0]), b = m.look(args[1]), c = m.look(args[2]);
  int unbound = is_var_tag(tag_of(a)) + is_var_tag(tag_of(b)) + is_var_tag(tag_of(c));
  if (unbound > 1) return m.instantiation_error();
  for (Cell one : {a, b, c}) {
    bool box = tag_of(one) == Tag::box && m.store().box_kind(one) != BoxKind::big_integer;
    if (box || tag_of(one) == Tag::atom || tag_of(one) == Tag::compound)
      return m.type_error("integer", one);
  }
  Number x, y, result;
  bool sum = !is_var_tag(tag_of(a)) && !is_var_tag(tag_of(b));
  if (Status s = evaluate(m, sum ? a : c, x); s != Status::ok) return s;
  if (Status s = evaluate(m, sum ? b : is_var_tag(tag_of(a)) ? b : a, y); s != Status::ok) return s;
  if (Status s = apply_binary(m, sum ? Fn::add : Fn::subtract, x, y, result); s != Status::ok)
    return s;
  Cell target = sum ? args[2] : is_var_tag(tag_of(a)) ? args[0] : args[1];
  return m.unify(target, to_cell(m, result)) ? Status::ok : Status::fail;
}

}  // namespace

void add_arithmetic_builtins(Program& p) {
  for (const Entry& e : functions)
    p.set_evaluable(p.symbols().functor(e.name, e.arity), static_cast<uint8_t>(e.fn));
  p.add_builtin("is", 2, is2);
  p.add_builtin("=:=", 2, compare2<Relation::equal>);
  p.add_builtin("=\\=", 2, compare2<Relation::unequal>);
  p.add_builtin("<", 2, compare2<Relation::less>);
  p.add_builtin(">", 2, compare2<Relation::greater>);
  p.add_builtin("=<", 2, compare2<Relation::less_equal>);
  p.add_builtin(">=", 2, compare2<Relation::greater_equal>);
  p.add_builtin("succ", 2, succ2);
  p.add_builtin("plus", 3, plus3);
}

}  // namespace cuttle::prolog
