// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Instructions.h>

#include "languages/c/pass/program/unit.h"

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
  // Those for which there was no room; `index` and `leaf` mean nothing.
  llvm::ArrayRef<Slot> left_out() const { return left_out_; }

 private:
  void add(const Unit& unit, unsigned argument, llvm::Type* type, llvm::Type* by_value);
  llvm::SmallVector<Slot, 8> slots_;
  llvm::SmallVector<Slot, 1> left_out_;
};

// Is the code in a header of the system? In a program with threads it then happens at the call in
// the program's own code that led there: it names no places, and calls in the program's own do.
bool takes_place_of_caller(const llvm::Function& function);

// A function of the runtime or a model: never reported as external.
bool is_runtime_call(const llvm::CallBase& call);
// A function known not to be instrumented, whose result does not depend on what it gets (output,
// free): symbolic arguments are nothing to report.
bool is_harmless_call(const llvm::CallBase& call);
// A function of the C++ library that only looks at how objects are linked or which class they have,
// not at their data: when its pointers are numbers, nothing is lost by not following it.
bool follows_links_only(const llvm::CallBase& call);
// Has a result whose ids are worth asking for.
bool wants_results(const Unit& unit, const llvm::CallBase& call);
// Whose results they are: the callee's; of setjmp, when it returns once more, longjmp's.
llvm::Value* giver_of_results(const Unit& unit, const llvm::CallBase& call);

// The pointers that a call hands to a function which is perhaps not instrumented: what they point
// to may be symbolic without any argument being so.
struct HandedOut {
  llvm::Value* pointer;
  uint64_t size;  // of what it points to, or as far as one flag reaches
};
llvm::SmallVector<HandedOut, 4> handed_out(const Unit& unit, const llvm::CallBase& call);
constexpr uint64_t handed_out_bytes = 64;
// Code (an i32, not 0 for yes) that asks whether something there is symbolic.
llvm::Value* any_handed_out(Builder& b, const Unit& unit, llvm::ArrayRef<HandedOut> pointers);

// Code before a call: forget old results, tell the runtime the place.
void prepare_call(Builder& b, const Unit& unit, const llvm::CallBase& call);
// Code after it: who returned ids? Nobody: null.
llvm::LoadInst* results_from(Builder& b, const Unit& unit);
// Code after that: the results are taken. Otherwise a recursive function that returns a number
// would seem to return what its inner call did.
void forget_results(Builder& b, const Unit& unit);
// Did nobody take the symbolic arguments? (an i1)
llvm::Value* arguments_left(Builder& b, const Unit& unit, const llvm::CallBase& call);
// Code that reports a call whose callee did not take its symbolic arguments.
void report_external(Builder& b, const Unit& unit, const llvm::CallBase& call);

// Memory that is read or written behind the back of the instrumentation.
struct Region {
  llvm::Value* address;
  uint64_t size;
  bool written;  // for sure, and completely
};
// That of inline assembly and of intrinsics that are not understood, as far as their operands show.
llvm::SmallVector<Region, 2> unseen_accesses(const Unit& unit, const llvm::CallBase& call);
// Code that pins what is symbolic there, with a report.
void pin_memory(Builder& b, const Unit& unit, const llvm::Instruction& at, llvm::Value* address,
                uint64_t size);
// Assembly without instructions: hides a value from the optimiser, or orders accesses.
bool is_empty_assembly(const llvm::CallBase& call);

}  // namespace cuttle
