// SPDX-License-Identifier: Apache-2.0
// The checks that a user asks for. Each is a condition that the engine tries to make true; when it
// is true in the run, the run ends there.
#include <cmath>

#include "languages/c/pass/symboliser/symboliser.h"
#include "languages/c/pass/values/algebra.h"

using namespace llvm;

namespace cuttle {

// `formula` makes the condition (one bit) of what must not happen.
void Symboliser::check(Instruction& at, ArrayRef<Part> parts, const char* message,
                       const Formula& formula) {
  SmallVector<Part, 2> operands(parts.begin(), parts.end());
  SmallVector<Value*, 2> triggers;
  for (const Part& one : operands) triggers.push_back(one.id);
  if (!has_symbolic(triggers)) return;
  path_.act(triggers, [=, this, &at](Builder& b, const Inside& inside) {
    Algebra algebra(b, expressions_, unit_.abi);
    SmallVector<Term, 2> terms;
    for (const Part& one : operands) terms.push_back(term(b, inside, one));
    const Term bad = formula(algebra, terms);
    return b.CreateCall(
        unit_.abi.check_named,
        {bad.id, b.CreateZExt(bad.bits, unit_.abi.i32), unit_.abi.id(CUTTLE_BUG_OVERFLOW),
         site_number(b, CUTTLE_SITE_OPERATION, at), unit_.tables.text(message)});
  });
  path_.flush(&at);
}

void Symboliser::check_arithmetic(BinaryOperator& instruction, const Part& x, const Part& y) {
  if (!has_check(instruction) || x.leaf == nullptr) return;
  using Sum = Algebra::Sum;
  const auto overflow = [&](Sum kind) {
    check(instruction, {x, y}, "signed overflow",
          [kind](Algebra& a, ArrayRef<Term> t) { return a.overflows(kind, true, t[0], t[1]); });
  };
  switch (instruction.getOpcode()) {
    case Instruction::Add:
      return overflow(Sum::add);
    case Instruction::Sub:
      return overflow(Sum::sub);
    case Instruction::Mul:
      return overflow(Sum::mul);
    case Instruction::And:  // the amount of a shift and its mask
      return check(instruction, {x}, "shift by too much", [](Algebra& a, ArrayRef<Term> t) {
        return a.ule(a.number(t[0].width(), t[0].width()), t[0]);
      });
    default:
      return;
  }
}

// A truncation that neither as a signed nor as an unsigned number keeps the value.
void Symboliser::check_truncation(CastInst& instruction, const Part& x) {
  const unsigned width = instruction.getType()->getScalarSizeInBits();
  check(instruction, {x}, "the value does not fit", [width](Algebra& a, ArrayRef<Term> t) {
    const Term low = a.extract(t[0], 0, width);
    return a.bit_and(a.ne(a.zext(low, t[0].width()), t[0]), a.ne(a.sext(low, t[0].width()), t[0]));
  });
}

// From a float to an integer: it is a number, and between the first ones that do not fit.
void Symboliser::check_conversion(CastInst& instruction, const Part& x) {
  const unsigned width = instruction.getType()->getScalarSizeInBits();
  const bool is_signed = instruction.getOpcode() == Instruction::FPToSI;
  const bool is_single = x.leaf->type->isFloatTy();
  const double high = std::ldexp(1.0, static_cast<int>(is_signed ? width - 1 : width));
  const bool exact = width < (is_single ? 24u : 53u);
  const double low = is_signed ? (exact ? -high - 1 : std::nextafter(-high, -INFINITY)) : -1.0;
  check(instruction, {x}, "the value does not fit", [=](Algebra& a, ArrayRef<Term> t) {
    const auto number = [&](double value) {
      APFloat constant(value);
      bool loses = false;
      if (is_single) constant.convert(APFloat::IEEEsingle(), APFloat::rmTowardNegative, &loses);
      return a.number(constant.bitcastToAPInt());
    };
    return a.bit_not(a.bit_and(a.float_less(number(low), t[0]), a.float_less(t[0], number(high))));
  });
}

// The operands are numbers and the result is none.
void Symboliser::check_nan(Instruction& instruction, const Part& x, const Part& y, Value* id) {
  if (!unit_.checks.nan || id == nullptr) return;
  const Part result = {&instruction, x.leaf, id};
  Instruction* next = instruction.getNextNode();
  path_.act({id}, [=, this, &instruction](Builder& b, const Inside& inside) {
    Algebra a(b, expressions_, unit_.abi);
    const auto is_none = [&](const Part& part) { return a.is_nan(term(b, inside, part)); };
    const Term bad = a.bit_and(is_none(result), a.bit_not(a.bit_or(is_none(x), is_none(y))));
    return b.CreateCall(unit_.abi.check_named, {bad.id, b.CreateZExt(bad.bits, unit_.abi.i32),
                                                unit_.abi.id(CUTTLE_BUG_OVERFLOW),
                                                site_number(b, CUTTLE_SITE_OPERATION, instruction),
                                                unit_.tables.text("the result is not a number")});
  });
  path_.flush(next);
}

}  // namespace cuttle
