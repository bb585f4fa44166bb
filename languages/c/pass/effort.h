// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Module.h>

namespace cuttle {

// Keeps the compiler's effort for a large instrumented module within bounds. Two versions of each
// function are some eight times the code; optimising all of it takes minutes where a program uses
// much of C++, and such programs do not gain by it: what was worth inlining is inlined already (see
// absorb.h), and their runs spend their time elsewhere. So the functions of a large module are
// translated as they are, and of their debug information only files and lines are kept.
void limit_effort(llvm::Module& module);

}  // namespace cuttle
