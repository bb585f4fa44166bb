// SPDX-License-Identifier: Apache-2.0
#include "languages/c/pass/values/expressions.h"

using namespace llvm;

namespace cuttle {
namespace {

constexpr unsigned max_words = 8;

}  // namespace

Value* Expressions::number(Builder& b, Value* bits) const {
  return b.CreateZExtOrTrunc(bits, abi_.i64);
}

Value* Expressions::any(Builder& b, ArrayRef<Value*> ids) const {
  Value* all = abi_.zero;
  for (Value* id : ids) all = b.CreateOr(all, id);
  return b.CreateICmpNE(all, abi_.zero);
}

Value* Expressions::node(Builder& b, Term a, Value* needed) const {
  if (a.width() <= 64) return a.id;
  Value* make = b.CreateAnd(needed, b.CreateICmpEQ(a.id, abi_.zero));
  if (auto* known = dyn_cast<ConstantInt>(make); known != nullptr && known->isZero()) return a.id;
  if (words_ == nullptr) {
    BasicBlock& entry = function_.getEntryBlock();
    Builder at(&entry, entry.begin());
    words_ = at.CreateAlloca(ArrayType::get(abi_.i64, max_words), nullptr, "words");
  }
  const unsigned rounded = (a.width() + 63) / 64 * 64;
  mark_ours(b.CreateAlignedStore(b.CreateZExt(a.bits, b.getIntNTy(rounded)), words_, Align(8)));
  Value* made = b.CreateCall(abi_.constant, {abi_.id(a.width()), words_});
  return b.CreateSelect(make, made, a.id);
}

Value* Expressions::unary(Builder& b, CuttleOp op, Term a, unsigned parameter) const {
  return b.CreateCall(abi_.unary, {abi_.id(op), abi_.id(a.width()), a.id, abi_.id(parameter)});
}

Value* Expressions::binary(Builder& b, CuttleOp op, Term a, Term c) const {
  Value* needed = a.width() > 64 ? any(b, {a.id, c.id}) : nullptr;
  return b.CreateCall(abi_.binary, {abi_.id(op), abi_.id(a.width()), node(b, a, needed),
                                    node(b, c, needed), number(b, a.bits), number(b, c.bits)});
}

Value* Expressions::cast(Builder& b, CuttleOp op, unsigned from, unsigned to, Value* id) const {
  return b.CreateCall(abi_.cast, {abi_.id(op), abi_.id(from), abi_.id(to), id});
}

Value* Expressions::extract(Builder& b, Value* id, unsigned lowest, unsigned width) const {
  return b.CreateCall(abi_.extract, {id, abi_.id(lowest), abi_.id(width)});
}

Value* Expressions::concat(Builder& b, Term high, Term low) const {
  Value* needed = any(b, {high.id, low.id});
  return b.CreateCall(abi_.concat,
                      {node(b, high, needed), abi_.id(high.width()), number(b, high.bits),
                       node(b, low, needed), abi_.id(low.width()), number(b, low.bits)});
}

Value* Expressions::select(Builder& b, Term condition, Term a, Term c) const {
  Value* needed = a.width() > 64 ? any(b, {condition.id, a.id, c.id}) : nullptr;
  return b.CreateCall(
      abi_.select, {condition.id, b.CreateZExt(condition.bits, abi_.i32), abi_.id(a.width()),
                    node(b, a, needed), node(b, c, needed), number(b, a.bits), number(b, c.bits)});
}

Value* Expressions::fma(Builder& b, Term a, Term c, Term d) const {
  Value* needed = a.width() > 64 ? any(b, {a.id, c.id, d.id}) : nullptr;
  return b.CreateCall(
      abi_.fma, {abi_.id(a.width()), node(b, a, needed), node(b, c, needed), node(b, d, needed),
                 number(b, a.bits), number(b, c.bits), number(b, d.bits)});
}

Value* Expressions::resize(Builder& b, Value* id, unsigned from, unsigned to) const {
  if (from == to) return id;
  return cast(b, from < to ? CUTTLE_OP_ZEXT : CUTTLE_OP_EXTRACT, from, to, id);
}

Value* Expressions::negate(Builder& b, Term condition) const {
  return unary(b, CUTTLE_OP_NOT, condition);
}

void Expressions::concretise(Builder& b, Term value, Value* site, CuttleReason reason) const {
  const unsigned width = value.width();
  for (unsigned lowest = 0; lowest < width; lowest += 64) {
    const unsigned part = std::min(64u, width - lowest);
    Value* id = width <= 64 ? value.id : extract(b, value.id, lowest, part);
    b.CreateCall(abi_.concretise,
                 {id, number(b, b.CreateLShr(value.bits, lowest)), site, abi_.id(reason)});
  }
}

}  // namespace cuttle
