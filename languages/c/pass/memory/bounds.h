// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/PassManager.h>

#include "languages/c/pass/program/unit.h"

namespace cuttle {

// Ends the run at an access beyond an object whose size is known here: a variable, or memory that
// the function itself allocates. The runtime sees only accesses at symbolic places; this is for the
// others, such as an array filled by a loop whose end is an input. To be called when the function
// is instrumented: these are no choices.
void watch_bounds(Unit& unit, llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

}  // namespace cuttle
