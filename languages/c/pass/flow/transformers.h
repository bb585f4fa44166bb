// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "languages/c/pass/program/unit.h"

namespace cuttle {

// For pruning (CUTTLE_STEPS in the environment): says of each straight piece of code what it does
// to the state, and has the program log which pieces it executes.
//
//     x = *p + 1                     __cuttle_step(table, 7)       "S 7 12 p
//     g = x               becomes    __cuttle_step_note(ADDRESS, 0, p)   a load 12 32 %3:64 ...
//     if (x < 3) ...                 x = *p + 1                      ..."
//                                    g = x; if (x < 3) ...
//
// The texts of a module are one constant in the section `cuttle_steps' of the program, where
// languages/c/steps reads them; its README has the language. Control flow comes from real runs
// only: what is not understood is one line `u REASON'.
class Transformers {
 public:
  static bool wanted();  // by the environment

  explicit Transformers(const Unit& unit);
  // After prepare_function() and Coverage, before the function is instrumented.
  void log(llvm::Function& function);
  // Adds the table. Call last.
  void emit();

 private:
  const Unit& unit_;
  llvm::FunctionCallee step_, note_;
  llvm::GlobalVariable* table_;  // replaced by the real one in the end
  std::string text_;
  unsigned segments_ = 0;
};

// Local variables hold something nobody knows until they are written to: says so in the code, where
// optimisers would otherwise assume what they like. Before variables become values, and after.
void mark_unwritten(llvm::Function& function);
void forget_unwritten(llvm::Function& function);

// Writes what the runtime logs for pruning: an effect, though it is ours.
bool logs_step(const llvm::Instruction& instruction);

}  // namespace cuttle
