// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/DenseSet.h>

#include "languages/c/pass/values/shape.h"

namespace cuttle {

// Which values of a function can be symbolic at all: what comes from arguments, loads and calls,
// and what is computed from such. A loop counter that starts at a constant, for one, never is.
class SymbolicFlow {
 public:
  SymbolicFlow(llvm::Function& function, Shapes& shapes);
  bool may_be_symbolic(const llvm::Value* value) const { return values_.contains(value); }

 private:
  llvm::DenseSet<const llvm::Value*> values_;
};

// A call that only computes a value from its operands (bit tricks, arithmetic with overflow, ...):
// no memory, no effect. May be executed twice.
bool is_pure_intrinsic(const llvm::Instruction& instruction);
// A marker for the optimiser or the debugger: no effect on values or memory.
bool is_marker(const llvm::Instruction& instruction);

}  // namespace cuttle
