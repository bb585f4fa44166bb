// SPDX-License-Identifier: Apache-2.0
#include <llvm/Passes/PassBuilder.h>

#include "languages/c/pass/abi/llvm_compat.h"
#include "languages/c/unit/unit_driver.h"

namespace {

void register_passes(llvm::PassBuilder& builder) {
  builder.registerPipelineStartEPCallback(
      [](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
        passes.addPass(cuttle::UnitDriverPass(cuttle::UnitOptions::from_environment()));
      });
}

}  // namespace

extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "cuttle-unit", "1", register_passes};
}
