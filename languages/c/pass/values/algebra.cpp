// SPDX-License-Identifier: Apache-2.0
#include "languages/c/pass/values/algebra.h"

using namespace llvm;

namespace cuttle {

using Term = Algebra::Term;

// Adds neighbouring fields of 1, 2, 4, ... bits, as long as the width goes.
Term Algebra::population(Term x) {
  const unsigned width = x.width();
  Term sum = x;
  for (unsigned field = 1; field < width; field *= 2) {
    APInt mask(width, 0);
    for (unsigned bit = 0; bit < width; ++bit)
      if ((bit / field) % 2 == 0) mask.setBit(bit);
    const Term even = bit_and(sum, number(mask));
    const Term odd = bit_and(lshr(sum, number(width, field)), number(mask));
    sum = add(even, odd);
  }
  return sum;
}

Term Algebra::leading_zeros(Term x) {
  for (unsigned step = 1; step < x.width(); step *= 2)
    x = bit_or(x, lshr(x, number(x.width(), step)));
  return population(bit_not(x));
}

Term Algebra::trailing_zeros(Term x) {
  return population(bit_and(bit_not(x), sub(x, number(x.width(), 1))));
}

Term Algebra::reverse_bytes(Term x) {
  Term result = extract(x, 0, 8);
  for (unsigned lowest = 8; lowest < x.width(); lowest += 8)
    result = concat(result, extract(x, lowest, 8));
  return result;
}

Term Algebra::reverse_bits(Term x) {
  Term result = extract(x, 0, 1);
  for (unsigned lowest = 1; lowest < x.width(); ++lowest)
    result = concat(result, extract(x, lowest, 1));
  return result;
}

// Shifts in two steps, because a shift by the whole width would give 0.
Term Algebra::rotate_pair(Term high, Term low, Term by, bool left) {
  const unsigned width = high.width();
  const Term amount = bit_and(by, number(width, width - 1));
  const Term rest = sub(number(width, width - 1), amount);
  const Term one = number(width, 1);
  if (left) return bit_or(shl(high, amount), lshr(lshr(low, one), rest));
  return bit_or(lshr(low, amount), shl(shl(high, one), rest));
}

Term Algebra::plain(Sum kind, Term x, Term y) {
  return kind == Sum::add ? add(x, y) : kind == Sum::sub ? sub(x, y) : mul(x, y);
}

Term Algebra::overflows(Sum kind, bool is_signed, Term x, Term y) {
  const unsigned width = x.width();
  if (kind == Sum::mul) {
    const unsigned twice = 2 * width;
    const Term product =
        is_signed ? mul(sext(x, twice), sext(y, twice)) : mul(zext(x, twice), zext(y, twice));
    const Term low = extract(product, 0, width);
    return ne(product, is_signed ? sext(low, twice) : zext(low, twice));
  }
  if (!is_signed) return kind == Sum::add ? ult(add(x, y), x) : ult(x, y);
  // The sign of the result is not what the signs of the operands say.
  const Term result = plain(kind, x, y);
  const Term differs = kind == Sum::add ? bit_xor(result, y) : bit_xor(x, y);
  return is_negative(bit_and(bit_xor(result, x), differs));
}

Term Algebra::saturated(Sum kind, bool is_signed, Term x, Term y) {
  const unsigned width = x.width();
  const Term result = plain(kind, x, y);
  const Term beyond = overflows(kind, is_signed, x, y);
  if (!is_signed)
    return select(beyond, number(kind == Sum::add ? APInt::getMaxValue(width) : APInt(width, 0)),
                  result);
  const Term limit = select(is_negative(x), number(APInt::getSignedMinValue(width)),
                            number(APInt::getSignedMaxValue(width)));
  return select(beyond, limit, result);
}

}  // namespace cuttle
