// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Instructions.h>

#include "languages/c/pass/program/unit.h"

namespace cuttle {

// Handed to another function, its address stored or computed with, or a part of it filled whose
// size only the run knows.
bool escapes(const llvm::AllocaInst& local);

// Locals that live in memory and are seen by other functions. Comes after Coverage.
//   - Arrays among them are made known to the runtime, so that an access through a symbolic address
//     elsewhere finds the object it is in.
//   - What an earlier function left symbolic in their place is forgotten: code that is not
//     instrumented may be the first to write there.
void watch_locals(Unit& unit, llvm::Function& function);

}  // namespace cuttle
