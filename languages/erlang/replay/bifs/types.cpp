// SPDX-License-Identifier: Apache-2.0
// Type tests and truth values.
#include "languages/erlang/replay/bits.h"
#include "languages/erlang/replay/model.h"

namespace cuttle::erlang::replay {

namespace {

template <TermKind... kinds>
Cases is(Call& call) {
  return call.truth(call.shadow.is_kind(call.arg(0), mask_of(kinds...)));
}

Cases is_boolean(Call& call) {
  return call.truth(call.shadow.is_boolean(call.arg(0)));
}

// Whether all bitstrings that can be there are binaries.
bool only_binaries(Shadow& shadow, Cell c) {
  c = shadow.resolve(c);
  if (c.tag() != Tag::position) return false;
  const term::Domain& domain = shadow.skeleton().domain(shadow.heap().position_of(c));
  const auto [first, last] = domain.range(kind_id(TermKind::bitstring));
  return first == last || (last == first + 1 && domain.symbols()[first].is_any_text());
}

Cases is_binary(Call& call) {
  if (only_binaries(call.shadow, call.arg(0))) return is<TermKind::bitstring>(call);
  ExprId some = call.shadow.no();
  for (const Alt& alt : call.shadow.shapes_of(call.arg(0))) {
    bool binary = false;
    if (alt.value.tag() == Tag::bits) binary = call.heap().bits_of(alt.value).size % 8 == 0;
    if (alt.value.tag() == Tag::open_bits) {
      const Int length = length_of(call.shadow, alt.value);
      Int rest = call.shadow.ints().remainder(length, call.shadow.ints().constant(8));
      ExprId whole = call.shadow.ints().equal(rest, call.shadow.ints().constant(0));
      if (call.heap().open_of(alt.value).is_bytes()) whole = call.shadow.yes();
      some = call.pool().or_(some, call.pool().and_(alt.when, whole));
    }
    if (binary) some = call.pool().or_(some, alt.when);
  }
  return call.truth(some);
}

Cases is_function2(Call& call) {
  Shadow::Number arity = call.shadow.as_number(call.arg(1));
  ExprId valid = call.pool().and_(
      arity.is_int,
      call.pool().is_false(arity.is_int)
          ? call.shadow.no()
          : call.shadow.ints().less_equal(call.shadow.ints().constant(0), arity.integer));
  ExprId some = call.shadow.no();
  for (const auto& [when, has] : call.shadow.arities(call.arg(0))) {
    ExprId same = call.shadow.ints().equal(arity.integer, call.shadow.ints().constant(has));
    some = call.pool().or_(some, call.pool().and_(when, same));
  }
  return call.value_if(valid, call.shadow.boolean(call.pool().and_(valid, some)));
}

ExprId is_record_of(Call& call, size_t size) {
  Shadow::Items items = call.shadow.as_tuple(call.arg(0), size);
  if (size == 0 || call.pool().is_false(items.when)) return call.shadow.no();
  return call.pool().and_(items.when, call.shadow.identical(items.items[0], call.arg(1)));
}

Cases is_record2(Call& call) {
  ExprId some = call.shadow.no();
  for (size_t size : call.shadow.tuple_sizes(call.arg(0)))
    some = call.pool().or_(some, is_record_of(call, size));
  return call.value_if(call.shadow.is_kind(call.arg(1), mask_of(TermKind::atom)),
                       call.shadow.boolean(some));
}

Cases is_record3(Call& call) {
  Shadow::Number size = call.shadow.as_number(call.arg(2));
  ExprId atom = call.shadow.is_kind(call.arg(1), mask_of(TermKind::atom));
  ExprId fine = call.pool().and_(atom, size.is_int);
  ExprId some = call.shadow.no();
  if (!call.pool().is_false(size.is_int)) {
    for (size_t n : call.shadow.tuple_sizes(call.arg(0))) {
      Int wanted = call.shadow.ints().constant(static_cast<unsigned long>(n));
      some = call.pool().or_(some, call.pool().and_(call.shadow.ints().equal(size.integer, wanted),
                                                    is_record_of(call, n)));
    }
  }
  return call.value_if(fine, call.shadow.boolean(some));
}

// Both arguments are looked at: `true or 1' fails.
template <typename Combine>
Cases logic(Call& call, Combine combine) {
  Shadow& s = call.shadow;
  ExprId fine = call.pool().and_(s.is_boolean(call.arg(0)), s.is_boolean(call.arg(1)));
  ExprId truth = combine(s.is_true_atom(call.arg(0)), s.is_true_atom(call.arg(1)));
  return call.value_if(fine, s.boolean(truth));
}

Cases both(Call& call) {
  return logic(call, [&](ExprId a, ExprId b) { return call.pool().and_(a, b); });
}
Cases either(Call& call) {
  return logic(call, [&](ExprId a, ExprId b) { return call.pool().or_(a, b); });
}
Cases differ(Call& call) {
  return logic(call, [&](ExprId a, ExprId b) { return call.pool().xor_(a, b); });
}
Cases negate(Call& call) {
  ExprId truth = call.pool().not_(call.shadow.is_true_atom(call.arg(0)));
  return call.value_if(call.shadow.is_boolean(call.arg(0)), call.shadow.boolean(truth));
}

constexpr ModelRow rows[] = {
    {"erlang", "is_atom", 1, is<TermKind::atom>},
    {"erlang", "is_binary", 1, is_binary},
    {"erlang", "is_bitstring", 1, is<TermKind::bitstring>},
    {"erlang", "is_boolean", 1, is_boolean},
    {"erlang", "is_float", 1, is<TermKind::floating>},
    {"erlang", "is_function", 1, is<TermKind::fun>},
    {"erlang", "is_function", 2, is_function2},
    {"erlang", "is_integer", 1, is<TermKind::integer>},
    {"erlang", "is_list", 1, is<TermKind::nil, TermKind::cons>},
    {"erlang", "is_map", 1, is<TermKind::map>},
    {"erlang", "is_number", 1, is<TermKind::integer, TermKind::floating>},
    {"erlang", "is_pid", 1, is<TermKind::pid>},
    {"erlang", "is_port", 1, is<TermKind::port>},
    {"erlang", "is_reference", 1, is<TermKind::reference>},
    {"erlang", "is_tuple", 1, is<TermKind::tuple>},
    {"erlang", "is_record", 2, is_record2},
    {"erlang", "is_record", 3, is_record3},
    {"erlang", "and", 2, both},
    {"erlang", "or", 2, either},
    {"erlang", "xor", 2, differ},
    {"erlang", "not", 1, negate},
};

}  // namespace

std::span<const ModelRow> type_models() {
  return rows;
}

}  // namespace cuttle::erlang::replay
