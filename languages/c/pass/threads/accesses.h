// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>

#include "languages/c/pass/program/unit.h"

namespace cuttle {

// Announces accesses that another thread might notice:
//
//     x = *p;      becomes      __cuttle_access(p, 4, READ, 0, site);  x = *p;
//
// Not those to locals whose address stays in the function, to constants and to thread-local
// variables. Call it before anything that removes or moves accesses: the announcement is a barrier.
// It is the same in explored programs and in those that replay a schedule (guard_accesses).
void announce_accesses(Unit& unit, llvm::Function& function);

// Can no other thread reach what is there? A local whose address stays in its function, a constant,
// a thread-local variable.
bool stays_private(const llvm::Value* address);

// Such a call of the runtime.
void announce(Builder& b, const Unit& unit, const char* name,
              llvm::ArrayRef<llvm::Value*> arguments);

// Is it one of these calls? What comes after it is not to be done before, nor twice.
bool is_announcement(const llvm::Instruction& instruction);

// Puts each of them under `if (__cuttle_threads)`. Call it last.
void guard_announcements(Unit& unit, llvm::Function& function);

}  // namespace cuttle
