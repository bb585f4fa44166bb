// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Instructions.h>

#include "languages/c/pass/unit.h"

namespace cuttle {

// Copies of at most this many bytes are guarded by flags in the code itself.
constexpr uint64_t small_copy = 64;

// Where the ids of a call's arguments go in CuttleThread::arguments; caller and callee agree on it.
// A scalar leaf takes one slot; an aggregate that is passed in memory (byval) takes one for its
// address and one for each eight bytes.
class ArgumentSlots {
 public:
  struct Slot {
    unsigned index;     // in CuttleThread::arguments
    unsigned argument;  // number of the parameter
    unsigned leaf;      // of its shape
    bool by_value;      // instead of a leaf: `size` bytes at `offset` of what it points to
    uint64_t offset, size;
  };
  ArgumentSlots(const Unit& unit, const llvm::CallBase& call);
  ArgumentSlots(const Unit& unit, const llvm::Function& function);
  llvm::ArrayRef<Slot> all() const { return slots_; }
  unsigned count() const { return static_cast<unsigned>(slots_.size()); }

 private:
  void add(const Unit& unit, unsigned argument, llvm::Type* type, llvm::Type* by_value);
  llvm::SmallVector<Slot, 8> slots_;
};

// A function of the runtime or a model: never reported as external.
bool is_runtime_call(const llvm::CallBase& call);
// Has a result whose ids are worth asking for.
bool wants_results(const Unit& unit, const llvm::CallBase& call);

// Code before a call: forget old results, tell the runtime the place.
void prepare_call(Builder& b, const Unit& unit, const llvm::CallBase& call);
// Code after it: did the callee return ids? (an i1)
llvm::Value* results_arrived(Builder& b, const Unit& unit, const llvm::CallBase& call);
// Code that reports a call whose callee did not take its symbolic arguments.
void report_external(Builder& b, const Unit& unit, const llvm::CallBase& call);

// Memory that inline assembly writes: address and size.
llvm::SmallVector<std::pair<llvm::Value*, uint64_t>, 2> assembly_outputs(
    const Unit& unit, const llvm::CallBase& call);

}  // namespace cuttle
