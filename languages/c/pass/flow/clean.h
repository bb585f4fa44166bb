// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/IntrinsicInst.h>

#include "languages/c/pass/calls/calls.h"
#include "languages/c/pass/flow/slots.h"

namespace cuttle {

// Makes the clean version of a function's blocks, which is left for the symbolic one as soon as
// something symbolic turns up: all values are concrete here, so that only what comes in is watched.
//
//       x = load p                      x = load p
//       y = load q                      y = load q
//       z = x + y                       z = x + y
//       store z, r                      f = flags[p >> 6] | flags[q >> 6]
//                                       br f != 0, look, on                     ; rarely taken
//                                 look: s = __cuttle_any_symbolic(p, 4) | ...(q, 4)
//                                       br s != 0, start of the symbolic block, on
//                                 on:   store z, r
//                                       br flags[r >> 6] != 0, clear, after     ; rarely taken
//
// The symbolic version starts the block again from its beginning; nothing has happened yet.
class CleanVersion {
 public:
  // `twins`: from blocks of this version to those of the symbolic one.
  CleanVersion(Unit& unit, const Slots& slots,
               const llvm::DenseMap<llvm::BasicBlock*, llvm::BasicBlock*>& twins)
      : unit_(unit), slots_(slots), twins_(twins) {}

  void run(llvm::BasicBlock& block);

 private:
  struct Access {
    llvm::Value* address;
    uint64_t size;
  };

  void watch_loads(llvm::BasicBlock& block, llvm::ArrayRef<llvm::Instruction*> instructions);
  void collect_reads(llvm::Instruction& instruction, llvm::SmallVectorImpl<Access>& out) const;
  llvm::SmallVector<Access, 4> combine(llvm::ArrayRef<Access> accesses) const;
  void watch_store(llvm::Value* address, uint64_t size, llvm::Instruction* after);
  void call(llvm::CallBase& call);
  void hand_out(llvm::CallBase& call);
  void watch_handed_out(llvm::CallBase& call, llvm::Instruction& next);
  void memory_intrinsic(llvm::MemIntrinsic& call);
  void unseen_memory(llvm::CallBase& call);
  void watch_results(llvm::CallBase& call, llvm::Instruction& end);
  // A block that goes over to the symbolic version at the start of `block`.
  llvm::BasicBlock* crossing(llvm::BasicBlock* block);
  llvm::Value* flags(Builder& b, const Access& access) const;
  llvm::BasicBlock* rare_block(Builder& b, llvm::Value* condition, llvm::Instruction* before);

  Unit& unit_;
  const Slots& slots_;
  const llvm::DenseMap<llvm::BasicBlock*, llvm::BasicBlock*>& twins_;
};

}  // namespace cuttle
