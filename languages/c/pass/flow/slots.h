// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/DenseMap.h>

#include <vector>

#include "languages/c/pass/calls/symbolic_flow.h"

namespace cuttle {

// Moves every value that crosses a block boundary to a stack slot, so that the state of the
// function at the start of any block is in its slots (and arguments and allocas). Then blocks can
// be copied, and control can jump from one copy to the other, without a thought for SSA form; when
// all is done, promote() turns the slots into SSA values again. Before:
//
//     head:  %i = phi [0, entry], [%j, head]            after: head:  %i = load %i.phi
//            %j = add %i, 1                                           %j = add %i, 1
//            br %c, head, exit                                        store %j, %i.phi
//     exit:  ret %i                                                   store %i, %i.slot
//                                                                     br %c, head, exit
//                                                              exit:  %i.2 = load %i.slot
//                                                                     ret %i.2
//
// Stores stand at the end of their block: until then a block may be started again from its
// beginning. Beside each slot of a value that may be symbolic stand slots for its ids.
class Slots {
 public:
  // Every block has its final extent; the entry block holds only allocas and a branch.
  Slots(llvm::Function& function, const RuntimeAbi& abi, Shapes& shapes, const SymbolicFlow& flow);

  // A variable of the function's state: a slot, or an argument.
  struct Variable {
    llvm::AllocaInst* slot = nullptr;             // null for arguments
    llvm::Value* argument = nullptr;              // null for slots
    llvm::SmallVector<llvm::AllocaInst*, 1> ids;  // one per leaf; empty when never symbolic
  };
  // Null when the value is neither a slot nor an argument.
  const Variable* find(const llvm::Value* slot_or_argument) const;

  // The variables that may be symbolic and are live at the start of a block (before any copying).
  llvm::SmallVector<const Variable*, 8> live_at(const llvm::BasicBlock* block) const;

  bool is_slot(const llvm::Value* pointer) const;

  void promote();

 private:
  llvm::LoadInst* demote_phi(llvm::PHINode& phi);
  void demote(llvm::Instruction& instruction);
  llvm::AllocaInst* new_slot(llvm::Type* type, const llvm::Twine& name);
  void add_variable(llvm::Value* key, Variable variable, llvm::Type* type, bool symbolic);
  void compute_liveness();

  llvm::Function& function_;
  const RuntimeAbi& abi_;
  Shapes& shapes_;
  const SymbolicFlow& flow_;
  std::vector<llvm::AllocaInst*> slots_;  // of values and of ids
  std::vector<Variable> variables_;
  llvm::DenseMap<const llvm::Value*, unsigned> numbers_;
  llvm::DenseMap<const llvm::BasicBlock*, llvm::BitVector> live_;
};

}  // namespace cuttle
