// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "languages/c/pass/values/expressions.h"

namespace cuttle {

// Formulas over terms inside a rare block: each operation makes both the expression and the bits.
// For what LLVM has one instruction and the trace several operations (intrinsics).
class Algebra {
 public:
  using Term = Expressions::Term;
  Algebra(Builder& b, const Expressions& expressions, const RuntimeAbi& abi)
      : b_(b), expressions_(expressions), abi_(abi) {}

  Term number(unsigned width, uint64_t value) const {
    return {abi_.zero, llvm::ConstantInt::get(b_.getIntNTy(width), value)};
  }
  Term number(const llvm::APInt& value) const {
    return {abi_.zero, llvm::ConstantInt::get(b_.getContext(), value)};
  }

  Term add(Term x, Term y) { return {id(CUTTLE_OP_ADD, x, y), b_.CreateAdd(x.bits, y.bits)}; }
  Term sub(Term x, Term y) { return {id(CUTTLE_OP_SUB, x, y), b_.CreateSub(x.bits, y.bits)}; }
  Term mul(Term x, Term y) { return {id(CUTTLE_OP_MUL, x, y), b_.CreateMul(x.bits, y.bits)}; }
  Term bit_and(Term x, Term y) { return {id(CUTTLE_OP_AND, x, y), b_.CreateAnd(x.bits, y.bits)}; }
  Term bit_or(Term x, Term y) { return {id(CUTTLE_OP_OR, x, y), b_.CreateOr(x.bits, y.bits)}; }
  Term bit_xor(Term x, Term y) { return {id(CUTTLE_OP_XOR, x, y), b_.CreateXor(x.bits, y.bits)}; }
  Term shl(Term x, Term y) { return {id(CUTTLE_OP_SHL, x, y), b_.CreateShl(x.bits, y.bits)}; }
  Term lshr(Term x, Term y) { return {id(CUTTLE_OP_LSHR, x, y), b_.CreateLShr(x.bits, y.bits)}; }
  Term ashr(Term x, Term y) { return {id(CUTTLE_OP_ASHR, x, y), b_.CreateAShr(x.bits, y.bits)}; }
  Term eq(Term x, Term y) { return {id(CUTTLE_OP_EQ, x, y), b_.CreateICmpEQ(x.bits, y.bits)}; }
  Term ne(Term x, Term y) { return {id(CUTTLE_OP_NE, x, y), b_.CreateICmpNE(x.bits, y.bits)}; }
  Term ult(Term x, Term y) { return {id(CUTTLE_OP_ULT, x, y), b_.CreateICmpULT(x.bits, y.bits)}; }
  Term ule(Term x, Term y) { return {id(CUTTLE_OP_ULE, x, y), b_.CreateICmpULE(x.bits, y.bits)}; }
  Term slt(Term x, Term y) { return {id(CUTTLE_OP_SLT, x, y), b_.CreateICmpSLT(x.bits, y.bits)}; }
  Term sle(Term x, Term y) { return {id(CUTTLE_OP_SLE, x, y), b_.CreateICmpSLE(x.bits, y.bits)}; }
  Term bit_not(Term x) { return {expressions_.unary(b_, CUTTLE_OP_NOT, x), b_.CreateNot(x.bits)}; }
  Term select(Term c, Term x, Term y) {
    return {expressions_.select(b_, c, x, y), b_.CreateSelect(c.bits, x.bits, y.bits)};
  }
  Term extract(Term x, unsigned lowest, unsigned width) {
    return {expressions_.extract(b_, x.id, lowest, width),
            b_.CreateTrunc(b_.CreateLShr(x.bits, lowest), b_.getIntNTy(width))};
  }
  Term concat(Term high, Term low) {
    llvm::Type* type = b_.getIntNTy(high.width() + low.width());
    return {expressions_.concat(b_, high, low),
            b_.CreateOr(b_.CreateShl(b_.CreateZExt(high.bits, type), low.width()),
                        b_.CreateZExt(low.bits, type))};
  }
  Term zext(Term x, unsigned width) {
    if (x.width() == width) return x;
    return {expressions_.cast(b_, CUTTLE_OP_ZEXT, x.width(), width, x.id),
            b_.CreateZExt(x.bits, b_.getIntNTy(width))};
  }
  Term sext(Term x, unsigned width) {
    if (x.width() == width) return x;
    return {expressions_.cast(b_, CUTTLE_OP_SEXT, x.width(), width, x.id),
            b_.CreateSExt(x.bits, b_.getIntNTy(width))};
  }

  // Of IEEE bit patterns of 32 or 64 bits
  Term float_equal(Term x, Term y) {
    return {id(CUTTLE_OP_FEQ, x, y), b_.CreateFCmpOEQ(as_float(x), as_float(y))};
  }
  Term float_less(Term x, Term y) {
    return {id(CUTTLE_OP_FLT, x, y), b_.CreateFCmpOLT(as_float(x), as_float(y))};
  }
  Term float_less_or_equal(Term x, Term y) {
    return {id(CUTTLE_OP_FLE, x, y), b_.CreateFCmpOLE(as_float(x), as_float(y))};
  }
  Term is_nan(Term x) {
    return {expressions_.unary(b_, CUTTLE_OP_FISNAN, x),
            b_.CreateFCmpUNO(as_float(x), as_float(x))};
  }

  // Formulas
  Term is_negative(Term x) { return slt(x, number(x.width(), 0)); }
  Term population(Term x);      // how many bits are set
  Term leading_zeros(Term x);   // the width for 0
  Term trailing_zeros(Term x);  // the width for 0
  Term reverse_bytes(Term x);
  Term reverse_bits(Term x);
  Term rotate_pair(Term high, Term low, Term by, bool left);  // fshl, fshr; width a power of two

  enum class Sum { add, sub, mul };
  // The exact result does not fit.
  Term overflows(Sum kind, bool is_signed, Term x, Term y);
  // The nearest number that fits.
  Term saturated(Sum kind, bool is_signed, Term x, Term y);

 private:
  llvm::Value* id(CuttleOp op, Term x, Term y) const { return expressions_.binary(b_, op, x, y); }
  Term plain(Sum kind, Term x, Term y);
  llvm::Value* as_float(Term x) const {
    return b_.CreateBitCast(x.bits, x.width() == 32 ? b_.getFloatTy() : b_.getDoubleTy());
  }

  Builder& b_;
  const Expressions& expressions_;
  const RuntimeAbi& abi_;
};

}  // namespace cuttle
