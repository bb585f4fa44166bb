// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/PassManager.h>

#include "languages/c/pass/program/unit.h"

namespace cuttle {

// Every access of these functions looks whether it may touch what it touches:
//
//     x = *p;      becomes      k = poison[p >> 3];
//                               if (k != 0 && (p & 7) + 3 >= k)           // hardly ever
//                                 __cuttle_bad_access(p, 4, site);        // or comes back
//                               x = *p;
//
// Locals that other functions see and globals get room around them that nobody may touch; the heap
// does so by itself. The code for this is LLVM's, in the form it has for kernels: it needs nothing
// of AddressSanitizer's own library, whose tables make forks slow. Where a local's block ends is
// not watched: blocks begin again in the other version (flow/segments.h), after their ends.
//
// Comes when everything else has been instrumented: accesses of ours are not looked at, and
// accesses through symbolic addresses have been recorded before the look. THE MODULE'S VARIABLES
// ARE REPLACED by longer ones: Tables::note_globals() goes before.
void check_accesses(Unit& unit, llvm::ArrayRef<llvm::Function*> functions,
                    llvm::ModuleAnalysisManager& analyses);

// Does a sanitizer of the user's watch over the module already?
bool has_own_sanitizer(const llvm::Module& module);

}  // namespace cuttle
