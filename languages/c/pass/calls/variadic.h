// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "languages/c/pass/calls/calls.h"

namespace cuttle {

// In a function that takes variable arguments: a place to keep their ids from the entry on, and
// code after each va_start that puts them to the arguments in memory. Null when there is no need.
llvm::AllocaInst* watch_variadic(Unit& unit, llvm::Function& function);

// Where the callee of a variadic call finds the argument of each slot in memory (a place as in
// runtime.h); empty for other calls.
llvm::SmallVector<uint16_t, 8> variadic_places(const Unit& unit, const llvm::CallBase& call,
                                               const ArgumentSlots& slots);

}  // namespace cuttle
