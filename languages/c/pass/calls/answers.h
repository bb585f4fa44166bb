// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "languages/c/pass/program/unit.h"

namespace cuttle {

// What comes from instructions and functions that are not ours is told to the runtime, which
// compares it from run to run (languages/c/runtime/core/answers.h):
//
//   %x = call i32 @other()   =>   %x = call i32 @other()
//                                 call void @__cuttle_answer("other", SITE, %x)
void compare_answers(Unit& unit, llvm::Function& function);

}  // namespace cuttle
