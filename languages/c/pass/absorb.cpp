// SPDX-License-Identifier: Apache-2.0
#include "languages/c/pass/absorb.h"

#include <llvm/ADT/SCCIterator.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

#include "languages/c/pass/prepare.h"

using namespace llvm;

namespace cuttle {
namespace {

// What a call costs the caller, in instructions of the callee: ids to hand over and to take back.
constexpr unsigned most_instructions = 12, most_calls = 1;

// Callees before their callers.
SmallVector<Function*, 64> bottom_up(Module& module) {
  CallGraph graph(module);
  SmallVector<Function*, 64> order;
  for (auto group = scc_begin(&graph); !group.isAtEnd(); ++group)
    for (const CallGraphNode* node : *group)
      if (Function* function = node->getFunction();
          function != nullptr && is_to_be_instrumented(*function))
        order.push_back(function);
  return order;
}

bool may_be_absorbed(const Function& function) {
  return (function.hasLinkOnceODRLinkage() || function.hasLocalLinkage()) &&
         !function.hasFnAttribute(Attribute::NoInline) &&
         !function.hasFnAttribute(Attribute::ReturnsTwice) &&
         !function.hasFnAttribute(Attribute::PresplitCoroutine) && !function.isVarArg() &&
         model_name(function.getName()).empty() &&
         is_system_file(source_file(function.getSubprogram()));
}

bool is_trivial(const Function& function) {
  if (function.size() != 1 || !isa<ReturnInst>(function.front().getTerminator())) return false;
  unsigned instructions = 0, calls = 0;
  for (const Instruction& instruction : function.front()) {
    if (isa<DbgInfoIntrinsic>(instruction)) continue;
    if (isa<AllocaInst>(instruction) || ++instructions > most_instructions) return false;
    const auto* call = dyn_cast<CallBase>(&instruction);
    if (call == nullptr || isa<IntrinsicInst>(call)) continue;
    if (++calls > most_calls || call->isInlineAsm() || call->getCalledFunction() == &function)
      return false;
  }
  return true;
}

void simplify(Function& function, FunctionAnalysisManager& analyses) {
  removeUnreachableBlocks(function);
  analyses.invalidate(function, PreservedAnalyses::none());
  SROAPass(SROAOptions::PreserveCFG).run(function, analyses);
  analyses.invalidate(function, PreservedAnalyses::none());
  EarlyCSEPass().run(function, analyses);
  analyses.invalidate(function, PreservedAnalyses::none());
}

}  // namespace

void absorb_trivial_functions(Module& module, ModuleAnalysisManager& analyses) {
  auto& function_analyses =
      analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  SmallPtrSet<const Function*, 32> trivial;
  for (Function* function : bottom_up(module)) {
    SmallVector<CallBase*, 16> calls;
    for (Instruction& instruction : instructions(*function))
      if (auto* call = dyn_cast<CallBase>(&instruction);
          call != nullptr && trivial.contains(call->getCalledFunction()))
        calls.push_back(call);
    for (CallBase* call : calls) {
      InlineFunctionInfo information;
      InlineFunction(*call, information);
    }
    if (!may_be_absorbed(*function)) continue;
    simplify(*function, function_analyses);
    if (is_trivial(*function)) trivial.insert(function);
  }
  GlobalDCEPass().run(module, analyses);
}

}  // namespace cuttle
