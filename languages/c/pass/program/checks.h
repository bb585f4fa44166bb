// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Instruction.h>

namespace cuttle {

// Checks that a user asks for (--detect): what they look for is defined behaviour, or nearly.
struct Checks {
  bool signed_overflow = false;  // of +, - and *
  bool shift = false;            // by a negative number or by the width and more
  bool cast = false;             // to a type that cannot hold the value
  bool nan = false;              // arithmetic with numbers whose result is none
  bool memory = true;            // every access looks at what it may touch (checks/accesses.h)
  bool threads = false;          // accesses to shared memory are announced (threads/accesses.h)
  bool nothing_else = false;     // nothing but that: for the replay of schedules
  bool of_models = false;        // it is no code of the program's

  // The driver hands the names over in the variable CUTTLE_CHECKS, separated by commas ("no-memory"
  // is one of them); and CUTTLE_THREADS is "announce", "only" or "models".
  static Checks from_environment();
};

// What is to be checked about an instruction is marked before it is copied and stripped of flags.
void mark_check(llvm::Instruction& instruction);
bool has_check(const llvm::Instruction& instruction);

}  // namespace cuttle
