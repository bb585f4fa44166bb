// SPDX-License-Identifier: Apache-2.0
// Bit operations on integers.
#include "languages/erlang/replay/model.h"

namespace cuttle::erlang::replay {

namespace {

// Machines refuse to shift further (`system_limit').
constexpr unsigned long most_shift = 1ul << 26;

enum class Fn : uint8_t { and_, or_, xor_ };

mpz_class apply(Fn fn, const mpz_class& a, const mpz_class& b) {
  return fn == Fn::and_ ? mpz_class(a & b) : fn == Fn::or_ ? mpz_class(a | b) : mpz_class(a ^ b);
}

Cases with_values(Call& call, Model model) {
  std::vector<Cell> args;
  for (Cell arg : call.args) args.push_back(call.shadow.concretise(arg, "a very large number"));
  Call again{call.shadow, args};
  return model(again);
}

template <Fn fn>
Cases combine(Call& call) {
  Cell a = call.shadow.resolve(call.arg(0)), b = call.shadow.resolve(call.arg(1));
  Heap& heap = call.heap();
  if (heap.is_integer(a) && heap.is_integer(b))
    return call.value(heap.integer(apply(fn, heap.integer_of(a), heap.integer_of(b))));
  Shadow::Number x = call.shadow.as_number(a), y = call.shadow.as_number(b);
  ExprId both = call.pool().and_(x.is_int, y.is_int);
  if (call.pool().is_false(both)) return call.error("badarith");
  Ranged& ints = call.shadow.ints();
  Int value;
  if (x.integer.expr && y.integer.expr) {
    value = fn == Fn::and_  ? ints.bit_and(x.integer, y.integer)
            : fn == Fn::or_ ? ints.bit_or(x.integer, y.integer)
                            : ints.bit_xor(x.integer, y.integer);
  }
  if (!value.expr) return with_values(call, combine<fn>);
  return call.value_if(both, heap.unknown(std::move(value)), "badarith");
}

Cases complement(Call& call) {
  Cell a = call.shadow.resolve(call.arg(0));
  if (call.heap().is_integer(a))
    return call.value(call.heap().integer(-call.heap().integer_of(a) - 1));
  Shadow::Number x = call.shadow.as_number(a);
  if (call.pool().is_false(x.is_int)) return call.error("badarith");
  return call.value_if(x.is_int, call.heap().unknown(call.shadow.ints().bit_not(x.integer)),
                       "badarith");
}

mpz_class shifted(const mpz_class& value, long left) {
  if (left >= 0) return value << static_cast<unsigned long>(left);
  return value >> static_cast<unsigned long>(-left);
}

Cases known_shift(Call& call, const mpz_class& value, const mpz_class& left) {
  if (value == 0 || left == 0) return call.value(call.heap().integer(value));
  if (left < 0 && (!left.fits_slong_p() || -left > mpz_sizeinbase(value.get_mpz_t(), 2)))
    return call.value(Cell::small(value < 0 ? -1 : 0));
  if (left > most_shift) return call.error("system_limit");
  return call.value(call.heap().integer(shifted(value, left.get_si())));
}

// The number of bits is a choice between the few that matter, or fixed.
template <bool to_left>
Cases shift(Call& call) {
  Shadow& shadow = call.shadow;
  Cell a = shadow.resolve(call.arg(0)), b = shadow.resolve(call.arg(1));
  Heap& heap = call.heap();
  if (heap.is_integer(a) && heap.is_integer(b)) {
    mpz_class left = heap.integer_of(b);
    if (!to_left) left = -left;
    return known_shift(call, heap.integer_of(a), left);
  }
  Shadow::Number x = shadow.as_number(a), y = shadow.as_number(b);
  ExprId both = call.pool().and_(x.is_int, y.is_int);
  if (call.pool().is_false(both)) return call.error("badarith");
  if (!y.integer.is_constant()) {
    if (!shadow.decide_if(both)) return call.error("badarith");
    Cell fixed[] = {a, shadow.concretise(heap.unknown(y.integer), "the size of a shift")};
    Call again{shadow, fixed};
    return shift<to_left>(again);
  }
  mpz_class left = to_left ? y.integer.low : mpz_class(-y.integer.low);
  Int value;
  if (x.integer.expr && left > 0 && left < Ranged::max_width)
    value = shadow.ints().shift_left(x.integer, static_cast<unsigned>(left.get_ui()));
  if (x.integer.expr && left <= 0) {
    unsigned long right = left < -1000000 ? 1000000 : mpz_class(-left).get_ui();
    value = shadow.ints().shift_right(x.integer, static_cast<unsigned>(right));
  }
  if (!value.expr) return with_values(call, shift<to_left>);
  return call.value_if(both, heap.unknown(std::move(value)), "badarith");
}

constexpr ModelRow rows[] = {
    {"erlang", "band", 2, combine<Fn::and_>}, {"erlang", "bor", 2, combine<Fn::or_>},
    {"erlang", "bxor", 2, combine<Fn::xor_>}, {"erlang", "bnot", 1, complement},
    {"erlang", "bsl", 2, shift<true>},        {"erlang", "bsr", 2, shift<false>},
};

}  // namespace

std::span<const ModelRow> bit_models() {
  return rows;
}

}  // namespace cuttle::erlang::replay
