// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/trace/format.h"
#include "languages/c/pass/values/shape.h"

namespace cuttle {

// Emits calls to the runtime that build expressions. Used inside the rare block of a RarePath: ids
// are as seen there, never null.
class Expressions {
 public:
  Expressions(const RuntimeAbi& abi, llvm::Function& function) : abi_(abi), function_(function) {}

  // A scalar operand: its id (0 when concrete) and its bits, an integer.
  struct Term {
    llvm::Value* id;
    llvm::Value* bits;
    unsigned width() const { return bits->getType()->getIntegerBitWidth(); }
  };

  llvm::Value* unary(Builder& b, CuttleOp op, Term a, unsigned parameter = 0) const;
  llvm::Value* binary(Builder& b, CuttleOp op, Term a, Term b2) const;
  llvm::Value* cast(Builder& b, CuttleOp op, unsigned from, unsigned to, llvm::Value* id) const;
  llvm::Value* extract(Builder& b, llvm::Value* id, unsigned lowest, unsigned width) const;
  llvm::Value* concat(Builder& b, Term high, Term low) const;
  llvm::Value* select(Builder& b, Term condition, Term a, Term b2) const;
  llvm::Value* fma(Builder& b, Term a, Term b2, Term c) const;
  // To the width, by cutting off or by adding zeros.
  llvm::Value* resize(Builder& b, llvm::Value* id, unsigned from, unsigned to) const;
  // The opposite of a condition.
  llvm::Value* negate(Builder& b, Term condition) const;

  // Pins a value to what it is, 64 bits at a time.
  void concretise(Builder& b, Term value, llvm::Value* site, CuttleReason reason) const;

  // The value of a term for the runtime: its low 64 bits.
  llvm::Value* number(Builder& b, llvm::Value* bits) const;
  // The id of a wide term, made a constant node when it is concrete and `needed` (an i1).
  llvm::Value* node(Builder& b, Term a, llvm::Value* needed) const;

 private:
  llvm::Value* any(Builder& b, llvm::ArrayRef<llvm::Value*> ids) const;

  const RuntimeAbi& abi_;
  llvm::Function& function_;
  mutable llvm::AllocaInst* words_ = nullptr;  // where wide constants are passed
};

}  // namespace cuttle
