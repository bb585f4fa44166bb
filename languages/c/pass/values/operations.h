// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>

#include "engine/trace/format.h"

namespace cuttle {

// From LLVM's operations to those of the trace. CUTTLE_OP_NONE where there is none.
CuttleOp operation(llvm::Instruction::BinaryOps opcode);
CuttleOp comparison(llvm::CmpInst::Predicate predicate, bool& swapped);
// CUTTLE_OP_NONE: the bits stay the same.
CuttleOp cast_operation(const llvm::CastInst& cast, unsigned from_width, unsigned to_width);

// How a comparison of floats is put together.
struct FloatComparison {
  enum class Kind { constant, simple, either, unordered };
  Kind kind = Kind::constant;
  CuttleOp op = CUTTLE_OP_NONE;  // simple
  bool swapped = false;
  bool negated = false;
};
FloatComparison float_plan(llvm::CmpInst::Predicate predicate);

// What an atomic operation leaves in memory.
struct AtomicUpdate {
  enum class Kind { unknown, exchange, operation, extreme };
  Kind kind = Kind::unknown;
  CuttleOp op = CUTTLE_OP_NONE;
  // Extreme: `op` as LLVM calls it; the smaller one stays, or the larger one when negated.
  llvm::CmpInst::Predicate predicate = llvm::CmpInst::BAD_ICMP_PREDICATE;
  bool negated = false;
};
AtomicUpdate atomic_update(llvm::AtomicRMWInst::BinOp operation);

// Bytes from one element to the next of what an index of a getelementptr steps over.
uint64_t element_stride(const llvm::DataLayout& layout, llvm::gep_type_iterator at);

}  // namespace cuttle
