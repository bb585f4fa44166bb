// SPDX-License-Identifier: Apache-2.0
#include <llvm/Passes/PassBuilder.h>

#include <cstdlib>

#include "languages/c/pass/llvm_compat.h"
#include "languages/c/unit/unit_driver.h"

namespace {

void register_passes(llvm::PassBuilder& builder) {
  const char* function = std::getenv("CUTTLE_UNIT_FUNCTION");
  const char* list = std::getenv("CUTTLE_UNIT_LIST");
  if (function == nullptr || list == nullptr) return;
  builder.registerPipelineStartEPCallback(
      [=](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
        passes.addPass(cuttle::UnitDriverPass(function, list));
      });
}

}  // namespace

extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "cuttle-unit", "1", register_passes};
}
