// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "languages/c/pass/program/unit.h"

namespace cuttle {

// What may fail is done, also when nobody needs its result: the program as its users build it does
// it. `int x = *p;` and `10 / d;` are otherwise gone before anything looks at them.
//
// keep_unused() goes before all simplification, settle_kept() behind it: until then a call stands
// for a use of the result; it neither touches memory nor keeps equal loads from becoming one.
void keep_unused(Unit& unit, llvm::Function& function);
void settle_kept(Unit& unit, llvm::Function& function);

}  // namespace cuttle
