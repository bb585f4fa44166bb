// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/PassManager.h>

namespace cuttle {

// Puts the trivial inline functions of the system's headers (begin(), operator*, std::move) into
// their callers before anything is instrumented: most of a C++ program is calls of them, and a call
// costs more code than what it calls. Only functions without a branch, so that no decision is there
// twice, and of system headers, whose lines nobody counts. Functions without callers are removed.
void absorb_trivial_functions(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

}  // namespace cuttle
