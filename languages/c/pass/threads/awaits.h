// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>

#include "languages/c/pass/program/unit.h"

namespace cuttle {

// Loops that only look: nothing is stored, nothing is called but what gives way, and no value goes
// from one iteration to the next. An iteration that comes to its end would do the same again until
// another thread writes: __cuttle_await says so to the scheduler. A compare-and-swap or an exchange
// in such a loop counts as a look as long as the loop goes on.
void announce_awaits(Unit& unit, llvm::Function& function);

}  // namespace cuttle
