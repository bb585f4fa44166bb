// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "languages/c/pass/calls/symbolic_flow.h"

namespace cuttle {

// Does the instruction change something that another one could see? Such must not run twice.
bool has_effect(const llvm::Instruction& instruction);

// A load of the program, an atomic operation, an aggregate passed in memory: a place where
// something symbolic may turn up.
bool reads_memory(const llvm::Instruction& instruction);

// Cuts the blocks of a function so that
//   - the entry block holds the static allocas and a branch only;
//   - in each block the loads come before the first effect: until then it can be started again;
//   - a call whose result may be symbolic is the last instruction but the branch of its block;
//   - the normal successor of an invoke has no other predecessor and is empty.
void cut_segments(llvm::Function& function, const SymbolicFlow& flow);

}  // namespace cuttle
