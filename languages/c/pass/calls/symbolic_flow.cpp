// SPDX-License-Identifier: Apache-2.0
#include "languages/c/pass/calls/symbolic_flow.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "languages/c/pass/abi/runtime_abi.h"
#include "languages/c/pass/calls/calls.h"

using namespace llvm;

namespace cuttle {
namespace {

bool is_source(const Instruction& instruction) {
  if (is_ours(instruction)) return false;
  if (isa<LoadInst>(instruction) || isa<AtomicRMWInst>(instruction) ||
      isa<AtomicCmpXchgInst>(instruction))
    return true;
  const auto* call = dyn_cast<CallBase>(&instruction);
  return call != nullptr && !isa<IntrinsicInst>(call) && !call->isInlineAsm();
}

bool passes_on(const Instruction& instruction) {
  if (const auto* call = dyn_cast<CallBase>(&instruction); call != nullptr && call->isInlineAsm())
    return is_empty_assembly(*call);
  return isa<BinaryOperator>(instruction) || isa<UnaryOperator>(instruction) ||
         isa<CastInst>(instruction) || isa<CmpInst>(instruction) || isa<PHINode>(instruction) ||
         isa<SelectInst>(instruction) || isa<GetElementPtrInst>(instruction) ||
         isa<FreezeInst>(instruction) || isa<ExtractValueInst>(instruction) ||
         isa<InsertValueInst>(instruction) || isa<ExtractElementInst>(instruction) ||
         isa<InsertElementInst>(instruction) || isa<ShuffleVectorInst>(instruction) ||
         is_pure_intrinsic(instruction);
}

}  // namespace

SymbolicFlow::SymbolicFlow(Function& function, Shapes& shapes) {
  SmallVector<const Value*, 32> work;
  const auto add = [&](const Value* value) {
    if (!shapes.of(value->getType()).empty() && values_.insert(value).second) work.push_back(value);
  };
  for (const Argument& argument : function.args()) add(&argument);
  for (const Instruction& instruction : instructions(function))
    if (is_source(instruction)) add(&instruction);
  while (!work.empty()) {
    const Value* value = work.pop_back_val();
    for (const User* user : value->users())
      if (const auto* instruction = dyn_cast<Instruction>(user);
          instruction != nullptr && passes_on(*instruction))
        add(instruction);
  }
}

bool is_marker(const Instruction& instruction) {
  const auto* call = dyn_cast<IntrinsicInst>(&instruction);
  if (call == nullptr) return false;
  if (isa<DbgInfoIntrinsic>(call) || call->isAssumeLikeIntrinsic()) return true;
  switch (call->getIntrinsicID()) {
    case Intrinsic::prefetch:
    case Intrinsic::var_annotation:
      return true;
    default:
      return false;
  }
}

bool is_pure_intrinsic(const Instruction& instruction) {
  const auto* call = dyn_cast<IntrinsicInst>(&instruction);
  return call != nullptr && !call->getType()->isVoidTy() && call->doesNotAccessMemory() &&
         !call->mayThrow() && !call->isConvergent();
}

}  // namespace cuttle
