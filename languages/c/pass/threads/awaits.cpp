// SPDX-License-Identifier: Apache-2.0
#include "languages/c/pass/threads/awaits.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicInst.h>

#include "languages/c/pass/abi/llvm_compat.h"
#include "languages/c/pass/calls/symbolic_flow.h"
#include "languages/c/pass/threads/accesses.h"

using namespace llvm;

namespace cuttle {
namespace {

bool gives_way(const CallBase& call) {
  const auto* callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCasts());
  if (callee == nullptr) return call.isInlineAsm() && call.getType()->isVoidTy();
  StringRef name = callee->getName();
  name.consume_front("__cuttle_model_");
  return name == "sched_yield" || name == "pthread_yield" || name == "thrd_yield" ||
         name == "usleep" || name == "nanosleep" || name == "_ZNSt11this_thread5yieldEv" ||
         name == "_ZSt12__is_constant_evaluatedv" || name == "llvm.x86.sse2.pause";
}

// Nothing that an iteration does can be seen by the next one, or by anybody else.
bool only_looks(const Instruction& instruction) {
  if (is_announcement(instruction) || is_ours(instruction)) return true;
  if (const auto* exchange = dyn_cast<AtomicRMWInst>(&instruction))
    return exchange->getOperation() == AtomicRMWInst::Xchg &&
           isa<Constant>(exchange->getValOperand());
  // To LLVM an atomic load is something that may write.
  if (isa<AtomicCmpXchgInst>(instruction) || isa<LoadInst>(instruction)) return true;
  if (const auto* call = dyn_cast<CallBase>(&instruction))
    return gives_way(*call) || is_marker(*call) || is_pure_intrinsic(*call);
  return !instruction.mayWriteToMemory() && !instruction.mayThrow();
}

bool is_await(const Loop& loop) {
  if (!loop.getSubLoops().empty() || loop.getLoopLatch() == nullptr) return false;
  for (const PHINode& carried : loop.getHeader()->phis())
    if (!loop.isLoopInvariant(carried.getIncomingValueForBlock(loop.getLoopLatch())) &&
        carried.getIncomingValueForBlock(loop.getLoopLatch()) != &carried)
      return false;
  bool reads = false;
  for (const BasicBlock* block : loop.blocks())
    for (const Instruction& instruction : *block) {
      if (!only_looks(instruction)) return false;
      reads = reads || is_announcement(instruction);
    }
  return reads;
}

}  // namespace

void announce_awaits(Unit& unit, Function& function) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  for (const Loop* loop : loops.getLoopsInPreorder()) {
    if (!is_await(*loop)) continue;
    Instruction* end = loop->getLoopLatch()->getTerminator();
    Builder b(end);
    announce(b, unit, "__cuttle_await", {unit.abi.zero});
  }
}

}  // namespace cuttle
