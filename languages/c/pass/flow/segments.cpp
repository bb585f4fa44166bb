// SPDX-License-Identifier: Apache-2.0
#include "languages/c/pass/flow/segments.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Instructions.h>

#include "languages/c/pass/abi/llvm_compat.h"
#include "languages/c/pass/flow/transformers.h"
#include "languages/c/pass/threads/accesses.h"

using namespace llvm;

namespace cuttle {
namespace {

void separate_entry(Function& function) {
  BasicBlock& entry = function.getEntryBlock();
  Instruction* first = &*entry.begin();
  while (isa<AllocaInst>(first) && cast<AllocaInst>(first)->isStaticAlloca())
    first = first->getNextNode();
  for (Instruction& instruction : make_early_inc_range(entry))
    if (auto* slot = dyn_cast<AllocaInst>(&instruction); slot != nullptr && slot->isStaticAlloca())
      if (slot->comesBefore(first) == false) compat::move_before(*slot, *first);
  entry.splitBasicBlock(first->getIterator(), "start");
}

void separate_returns(InvokeInst& invoke) {
  BasicBlock* from = invoke.getParent();
  BasicBlock* to = invoke.getNormalDest();
  BasicBlock* arrival = BasicBlock::Create(from->getContext(), "arrival", from->getParent(), to);
  BranchInst::Create(to, arrival)->setDebugLoc(invoke.getDebugLoc());
  to->replacePhiUsesWith(from, arrival);
  invoke.setNormalDest(arrival);
}

// Whether it may trap because of one of these values: a divisor or an address, and for the quotient
// that does not fit also the dividend.
bool is_risky(const Instruction& instruction, const SmallPtrSetImpl<const Value*>& values) {
  switch (instruction.getOpcode()) {
    case Instruction::SDiv:
    case Instruction::SRem:
      return values.contains(instruction.getOperand(0)) ||
             values.contains(instruction.getOperand(1));
    case Instruction::UDiv:
    case Instruction::URem:
      return values.contains(instruction.getOperand(1));
    case Instruction::Load:
      return values.contains(cast<LoadInst>(instruction).getPointerOperand());
    default:
      return false;
  }
}

void cut_block(BasicBlock* block, const SymbolicFlow& flow) {
  bool effect = false;
  SmallPtrSet<const Value*, 16> unwatched;  // computed from what this segment read
  for (Instruction* at = &*block->begin(); at != nullptr && !at->isTerminator();) {
    Instruction* next = at->getNextNode();
    // What was read must be found concrete before anything traps because of it: only the symbolic
    // version records the choice that leads around the trap.
    if ((reads_memory(*at) && effect) || is_risky(*at, unwatched)) {
      at->getParent()->splitBasicBlock(at->getIterator());
      effect = false;
      unwatched.clear();
    }
    // An exception arrives once: its landing pad cannot be entered again.
    effect = effect || has_effect(*at) || at->isEHPad();
    if (reads_memory(*at) ||
        any_of(at->operands(), [&](const Use& use) { return unwatched.contains(use.get()); }))
      unwatched.insert(at);
    const auto* call = dyn_cast<CallInst>(at);
    // After an announcement others may have run: what follows is a segment of its own.
    if (call != nullptr &&
        (is_announcement(*call) ||
         (flow.may_be_symbolic(call) && has_effect(*call) && !call->isMustTailCall()))) {
      next->getParent()->splitBasicBlock(next->getIterator());
      effect = false;
      unwatched.clear();
    }
    at = next;
  }
}

}  // namespace

bool reads_memory(const Instruction& instruction) {
  if (const auto* call = dyn_cast<CallBase>(&instruction))
    for (unsigned i = 0; i < call->arg_size(); ++i)
      if (call->isByValArgument(i)) return true;
  return (isa<LoadInst>(instruction) || isa<AtomicRMWInst>(instruction) ||
          isa<AtomicCmpXchgInst>(instruction)) &&
         !is_ours(instruction);
}

bool has_effect(const Instruction& instruction) {
  if (logs_step(instruction)) return true;
  if (is_ours(instruction) || is_marker(instruction) || is_pure_intrinsic(instruction))
    return false;
  return isa<StoreInst>(instruction) || isa<CallBase>(instruction) ||
         isa<AtomicRMWInst>(instruction) || isa<AtomicCmpXchgInst>(instruction) ||
         isa<FenceInst>(instruction) || isa<VAArgInst>(instruction) || isa<AllocaInst>(instruction);
}

void cut_segments(Function& function, const SymbolicFlow& flow) {
  separate_entry(function);
  SmallVector<BasicBlock*, 32> blocks;
  for (BasicBlock& block : function)
    if (&block != &function.getEntryBlock()) blocks.push_back(&block);
  for (BasicBlock* block : blocks) {
    if (auto* invoke = dyn_cast<InvokeInst>(block->getTerminator())) separate_returns(*invoke);
    cut_block(block, flow);
  }
}

}  // namespace cuttle
