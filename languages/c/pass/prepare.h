// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/PassManager.h>

#include "languages/c/pass/program/unit.h"

namespace cuttle {

// Before anything is instrumented: takes back promises that instrumented code does not keep (no
// writes, no effects), makes inline code of the system's libraries part of the program, and lets
// calls of libc go to their models.
void prepare_module(llvm::Module& module, const Checks& checks);

// Before a function is instrumented: locals into registers, one way to jump to a computed label,
// shifts as the machine does them, a call before what should be unreachable, and in main a call to
// the runtime.
void prepare_function(Unit& unit, llvm::Function& function,
                      llvm::FunctionAnalysisManager& analyses);

// A function with code that is the program's own.
bool is_to_be_instrumented(const llvm::Function& function);

}  // namespace cuttle
