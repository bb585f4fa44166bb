// SPDX-License-Identifier: Apache-2.0
#include "languages/c/pass/memory/bounds.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "languages/c/pass/abi/llvm_compat.h"

using namespace llvm;

namespace cuttle {
namespace {

bool is_trap(const Instruction& instruction) {
  const auto* call = dyn_cast<IntrinsicInst>(&instruction);
  return call != nullptr && (call->getIntrinsicID() == Intrinsic::trap ||
                             call->getIntrinsicID() == Intrinsic::ubsantrap);
}

SmallVector<Instruction*, 8> traps_of(Function& function) {
  SmallVector<Instruction*, 8> traps;
  for (Instruction& instruction : instructions(function))
    if (is_trap(instruction)) traps.push_back(&instruction);
  return traps;
}

}  // namespace

void watch_bounds(Unit& unit, Function& function, FunctionAnalysisManager& analyses) {
  const auto of_program = traps_of(function);
  const SmallPtrSet<Instruction*, 8> known(of_program.begin(), of_program.end());
  analyses.invalidate(function, PreservedAnalyses::none());
  compat::bounds_checking().run(function, analyses);
  for (Instruction* trap : traps_of(function)) {
    if (known.contains(trap)) continue;
    Builder b(trap);
    Value* site = unit.tables.site_number(b, unit.tables.site(CUTTLE_SITE_MEMORY, *trap));
    CallInst* report = b.CreateCall(unit.abi.out_of_bounds, {site});
    report->setDoesNotReturn();
    mark_ours(report);
    trap->eraseFromParent();
  }
  analyses.invalidate(function, PreservedAnalyses::none());
}

}  // namespace cuttle
