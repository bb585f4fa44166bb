// SPDX-License-Identifier: Apache-2.0
#include "languages/c/pass/effort.h"

#include <llvm/IR/DebugInfo.h>

using namespace llvm;

namespace cuttle {
namespace {

// Instructions after instrumentation: about ten seconds of an optimising compiler.
constexpr size_t large_module = 100'000;

}  // namespace

void limit_effort(Module& module) {
  if (module.getInstructionCount() < large_module) return;
  stripNonLineTableDebugInfo(module);
  for (Function& function : module) {
    if (function.isDeclaration() || function.hasFnAttribute(Attribute::AlwaysInline)) continue;
    function.removeFnAttr(Attribute::OptimizeForSize);
    function.removeFnAttr(Attribute::MinSize);
    function.addFnAttr(Attribute::NoInline);
    function.addFnAttr(Attribute::OptimizeNone);
  }
}

}  // namespace cuttle
