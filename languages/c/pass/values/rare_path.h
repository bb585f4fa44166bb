// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>

#include <functional>
#include <vector>

#include "languages/c/pass/abi/runtime_abi.h"

namespace cuttle {

// Collects the calls to the runtime that a stretch of code needs, and puts them into one block that
// is entered only when something in the stretch is symbolic:
//
//       c = a + b                              c = a + b
//       d = c * 5                              d = c * 5
//                                              br (a.id | b.id) != 0, rare, on     ; rarely taken
//                                        rare: c' = __cuttle_binary(ADD, a.id, b.id, a, b)
//                                              d' = __cuttle_binary(MUL, c', 0, c, 5)
//                                        on:   c.id = phi [0], [c', rare]
//                                              d.id = phi [0], [d', rare]
//
// The ids that compute() returns are the phis. They exist, but are not in the code, before flush():
// use them only in other computations and in code that comes after it.
class RarePath {
 public:
  explicit RarePath(const RuntimeAbi& abi) : abi_(abi) {}
  RarePath(const RarePath&) = delete;
  ~RarePath();

  // What an id is called inside the rare block; 0 for null.
  class Inside {
   public:
    llvm::Value* operator()(llvm::Value* id) const;

   private:
    friend class RarePath;
    explicit Inside(llvm::Value* zero) : zero_(zero) {}
    llvm::Value* zero_;
    llvm::DenseMap<llvm::Value*, llvm::Value*> names_;
  };
  using Emit = std::function<llvm::Value*(Builder&, const Inside&)>;

  // A computation of an id, needed when one of the triggers (ids, null for none) is not 0.
  llvm::Value* compute(llvm::ArrayRef<llvm::Value*> triggers, Emit emit);
  // The same for something that has no result.
  void act(llvm::ArrayRef<llvm::Value*> triggers, Emit emit);
  // Another reason to enter the rare block: an integer of any width that is not 0.
  void trigger(llvm::Value* condition);

  // Something in here reads the memory: flush before the memory changes.
  void mark_reading() { reading_ = true; }
  bool reading() const { return reading_; }

  // Puts everything before the instruction, cutting its block in three.
  void flush(llvm::Instruction* before);

 private:
  struct Step {
    Emit emit;
    llvm::PHINode* result;
    llvm::DebugLoc location;
  };
  void add(llvm::ArrayRef<llvm::Value*> triggers, Emit emit, llvm::PHINode* result);
  llvm::Value* condition(Builder& b) const;
  bool reading_ = false;

  const RuntimeAbi& abi_;
  std::vector<Step> steps_;
  llvm::SmallSetVector<llvm::Value*, 8> triggers_;
  llvm::DenseMap<llvm::Value*, unsigned> pending_;  // results not yet in the code

 public:
  llvm::DebugLoc location;  // given to the code of what is added next
};

}  // namespace cuttle
