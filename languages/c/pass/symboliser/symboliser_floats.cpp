// SPDX-License-Identifier: Apache-2.0
#include <llvm/IR/IntrinsicInst.h>

#include "languages/c/pass/symboliser/symboliser.h"
#include "languages/c/pass/values/algebra.h"
#include "languages/c/pass/values/operations.h"

using namespace llvm;

namespace cuttle {
namespace {

using Term = Algebra::Term;

// The fields of an IEEE format without explicit leading bit.
struct Format {
  APInt sign, infinity, smallest_normal;
};

Format format_of(unsigned width) {
  const unsigned fraction = width == 16 ? 10 : width == 32 ? 23 : width == 64 ? 52 : 112;
  const APInt sign = APInt::getSignMask(width);
  const APInt infinity = APInt::getBitsSet(width, fraction, width - 1);
  return {sign, infinity, APInt::getOneBitSet(width, fraction)};
}

// One of the classes in the mask of llvm.is.fpclass?
Term is_of_class(Algebra& a, Term x, unsigned mask) {
  const unsigned width = x.width();
  const Format format = format_of(width);
  const Term magnitude = a.bit_and(x, a.number(~format.sign));
  const Term negative = a.is_negative(x);
  const Term infinity = a.number(format.infinity), normal = a.number(format.smallest_normal);
  Term result = a.number(1, 0);
  const auto add = [&](bool wanted, Term condition) {
    if (wanted) result = a.bit_or(result, condition);
  };
  // A class and the two masks of its negative and positive half.
  const auto halves = [&](unsigned minus, unsigned plus, Term condition) {
    const bool n = mask & minus, p = mask & plus;
    if (n && p) return add(true, condition);
    add(n, a.bit_and(condition, negative));
    add(p, a.bit_and(condition, a.bit_not(negative)));
  };
  // A quiet not-a-number has the highest bit of its fraction set.
  const Term quiet = a.number(format.infinity | format.smallest_normal.lshr(1));
  if ((mask & 3) == 3) {
    add(true, a.ult(infinity, magnitude));
  } else {
    add(mask & 1, a.bit_and(a.ult(infinity, magnitude), a.ult(magnitude, quiet)));
    add(mask & 2, a.ule(quiet, magnitude));
  }
  halves(4, 512, a.eq(magnitude, infinity));
  halves(8, 256, a.bit_and(a.ule(normal, magnitude), a.ult(magnitude, infinity)));
  halves(16, 128, a.bit_and(a.ult(magnitude, normal), a.ne(magnitude, a.number(width, 0))));
  halves(32, 64, a.eq(magnitude, a.number(width, 0)));
  return result;
}

bool has_fused_multiply(const Function& function) {
  return function.getFnAttribute("target-features").getValueAsString().contains("+fma");
}

}  // namespace

void Symboliser::visitUnaryOperator(UnaryOperator& instruction) {
  if (instruction.getOpcode() != Instruction::FNeg || is_other_float(instruction.getType()))
    return unsupported(instruction, instruction.getOpcodeName());
  float_unary(instruction, CUTTLE_OP_FNEG, 0);
}

void Symboliser::visitFCmpInst(FCmpInst& instruction) {
  if (is_other_float(instruction.getOperand(0)->getType()))
    return unsupported(instruction, instruction.getOpcodeName());
  Ids result;
  for (unsigned i = 0; i < shape(&instruction).size(); ++i)
    result.push_back(float_comparison(instruction, part(instruction.getOperand(0), i),
                                      part(instruction.getOperand(1), i)));
  set_ids(instruction, std::move(result));
}

// Comparisons are put together from the three ordered ones and from "is not a number".
Value* Symboliser::float_comparison(FCmpInst& instruction, const Part& a, const Part& c) {
  if (a.id == nullptr && c.id == nullptr) return nullptr;
  const FloatComparison plan = float_plan(instruction.getPredicate());
  if (plan.kind == FloatComparison::Kind::constant) return nullptr;
  return path_.compute({a.id, c.id}, [=, this](Builder& b, const Inside& inside) {
    Term x = term(b, inside, a), y = term(b, inside, c);
    Value* id = nullptr;
    const auto concrete = [&](CmpInst::Predicate predicate, const Part& p, const Part& q) {
      return b.CreateFCmp(predicate, take_leaf(b, p.value, *p.leaf),
                          take_leaf(b, q.value, *q.leaf));
    };
    switch (plan.kind) {
      case FloatComparison::Kind::simple:
        if (plan.swapped) std::swap(x, y);
        id = expressions_.binary(b, plan.op, x, y);
        break;
      case FloatComparison::Kind::either: {  // x < y or y < x
        Value* less = expressions_.binary(b, CUTTLE_OP_FLT, x, y);
        Value* more = expressions_.binary(b, CUTTLE_OP_FLT, y, x);
        id = expressions_.binary(b, CUTTLE_OP_OR, {less, concrete(CmpInst::FCMP_OLT, a, c)},
                                 {more, concrete(CmpInst::FCMP_OLT, c, a)});
        break;
      }
      default: {  // one of them is not a number
        Value* first = expressions_.unary(b, CUTTLE_OP_FISNAN, x);
        Value* second = expressions_.unary(b, CUTTLE_OP_FISNAN, y);
        id = expressions_.binary(b, CUTTLE_OP_OR, {first, concrete(CmpInst::FCMP_UNO, a, a)},
                                 {second, concrete(CmpInst::FCMP_UNO, c, c)});
        break;
      }
    }
    return plan.negated ? expressions_.negate(b, {id, b.getFalse()}) : id;
  });
}

void Symboliser::float_unary(Instruction& instruction, CuttleOp op, unsigned parameter) {
  Ids result;
  for (unsigned i = 0; i < shape(&instruction).size(); ++i) {
    const Part x = part(instruction.getOperand(0), i);
    Value* id = nullptr;
    if (x.id != nullptr)
      id = path_.compute({x.id}, [=, this](Builder& b, const Inside& inside) {
        return expressions_.unary(b, op, term(b, inside, x), parameter);
      });
    result.push_back(id);
  }
  set_ids(instruction, std::move(result));
}

void Symboliser::float_binary(Instruction& instruction, CuttleOp op) {
  Ids result;
  for (unsigned i = 0; i < shape(&instruction).size(); ++i)
    result.push_back(
        binary(op, part(instruction.getOperand(0), i), part(instruction.getOperand(1), i)));
  set_ids(instruction, std::move(result));
}

// a * b + c, rounded once or twice.
void Symboliser::multiply_add(IntrinsicInst& call, bool fused) {
  Ids result;
  for (unsigned i = 0; i < shape(&call).size(); ++i) {
    const Part x = part(call.getArgOperand(0), i), y = part(call.getArgOperand(1), i),
               z = part(call.getArgOperand(2), i);
    if (x.id == nullptr && y.id == nullptr && z.id == nullptr) {
      result.push_back(nullptr);
      continue;
    }
    result.push_back(path_.compute({x.id, y.id, z.id}, [=, this](Builder& b, const Inside& inside) {
      const Term a = term(b, inside, x), c = term(b, inside, y), d = term(b, inside, z);
      if (fused) return expressions_.fma(b, a, c, d);
      Value* product = b.CreateFMul(take_leaf(b, x.value, *x.leaf), take_leaf(b, y.value, *y.leaf));
      const Term first = {expressions_.binary(b, CUTTLE_OP_FMUL, a, c), leaf_bits(b, product)};
      return expressions_.binary(b, CUTTLE_OP_FADD, first, d);
    }));
  }
  set_ids(call, std::move(result));
}

// To an integral value, and then to an integer.
void Symboliser::round_to_integer(IntrinsicInst& call, CuttleRounding rounding) {
  Ids result;
  for (unsigned i = 0; i < shape(&call).size(); ++i) {
    const Part x = part(call.getArgOperand(0), i);
    const unsigned width = shape(&call)[i].width;
    Value* id = nullptr;
    if (x.id != nullptr)
      id = path_.compute({x.id}, [=, this](Builder& b, const Inside& inside) {
        const Term value = term(b, inside, x);
        Value* integral = expressions_.unary(b, CUTTLE_OP_FROUND, value, rounding);
        return expressions_.cast(b, CUTTLE_OP_F_TO_SIGNED, value.width(), width, integral);
      });
    result.push_back(id);
  }
  set_ids(call, std::move(result));
}

bool Symboliser::float_intrinsic(IntrinsicInst& call) {
  if (call.arg_size() == 0 || is_other_float(call.getArgOperand(0)->getType())) return false;
  const auto round = [&](CuttleRounding mode) { float_unary(call, CUTTLE_OP_FROUND, mode); };
  switch (call.getIntrinsicID()) {
    case Intrinsic::fabs:
      float_unary(call, CUTTLE_OP_FABS, 0);
      return true;
    case Intrinsic::sqrt:
      float_unary(call, CUTTLE_OP_FSQRT, 0);
      return true;
    case Intrinsic::floor:
      round(CUTTLE_ROUND_DOWN);
      return true;
    case Intrinsic::ceil:
      round(CUTTLE_ROUND_UP);
      return true;
    case Intrinsic::trunc:
      round(CUTTLE_ROUND_ZERO);
      return true;
    case Intrinsic::round:
      round(CUTTLE_ROUND_NEAREST_AWAY);
      return true;
    case Intrinsic::rint:
    case Intrinsic::nearbyint:
    case Intrinsic::roundeven:
      round(CUTTLE_ROUND_NEAREST_EVEN);
      return true;
    case Intrinsic::lround:
    case Intrinsic::llround:
      round_to_integer(call, CUTTLE_ROUND_NEAREST_AWAY);
      return true;
    case Intrinsic::lrint:
    case Intrinsic::llrint:
      round_to_integer(call, CUTTLE_ROUND_NEAREST_EVEN);
      return true;
    case Intrinsic::minnum:
      float_binary(call, CUTTLE_OP_FMIN);
      return true;
    case Intrinsic::maxnum:
      float_binary(call, CUTTLE_OP_FMAX);
      return true;
    case Intrinsic::fma:
      multiply_add(call, true);
      return true;
    case Intrinsic::fmuladd:
      multiply_add(call, has_fused_multiply(function_));
      return true;
    case Intrinsic::copysign:
      lanewise(call, 2, [](Algebra& a, ArrayRef<Term> x) {
        const APInt sign = APInt::getSignMask(x[0].width());
        return a.bit_or(a.bit_and(x[0], a.number(~sign)), a.bit_and(x[1], a.number(sign)));
      });
      return true;
    case Intrinsic::is_fpclass: {
      const auto mask =
          static_cast<unsigned>(cast<ConstantInt>(call.getArgOperand(1))->getZExtValue());
      lanewise(call, 1,
               [mask](Algebra& a, ArrayRef<Term> x) { return is_of_class(a, x[0], mask); });
      return true;
    }
    default:
      return false;
  }
}

}  // namespace cuttle
