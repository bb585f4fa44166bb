// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/InstVisitor.h>

#include <functional>

#include "languages/c/pass/calls/calls.h"
#include "languages/c/pass/flow/slots.h"
#include "languages/c/pass/program/unit.h"
#include "languages/c/pass/values/algebra.h"
#include "languages/c/pass/values/expressions.h"
#include "languages/c/pass/values/rare_path.h"

namespace cuttle {

// Makes the symbolic version of a function's blocks: beside each value the ids of its expression,
// one per scalar (shape.h). The program's own instructions stay and compute what they always did;
// what computes ids is put between them, on paths that are taken only when something is symbolic
// (rare_path.h):
//
//   before                       after
//
//   entry:                       entry:
//                                  n.id = load n's slot of ids        ; an argument (slots.h)
//     x = load i32, p              x = load i32, p
//                                  f = flags[p >> 6]                  ; may the bytes be symbolic?
//     y = x + n                    y = x + n
//     c = y < 10                   c = y < 10
//                                  br (f | n.id) != 0, rare, on       ; hardly ever taken
//                                rare:
//                                  x' = __cuttle_load(p, 4)           ; 0: concrete after all
//                                  y' = __cuttle_binary(ADD, 32, x', n.id, x, n)
//                                  c' = __cuttle_binary(SLT, 32, y', 0, y, 10)
//                                  __cuttle_branch(c', site, c)       ; the choice
//                                  br on
//                                on:
//                                  y.id = phi [0, entry], [y', rare]  ; only if used further on
//     store y, y's slot            store y, y's slot
//                                  store y.id, y's slot of ids        ; for other blocks
//     br c, yes, no                br c, yes, no
//
// Before an instruction that changes memory or may not come back (a store, a call, a division that
// would trap) the rare path collected so far is flushed, so that ids are read from memory as it was
// and choices are recorded before the machine acts on them. One block can have several.
//
// Every instruction that clang emits is one of
//   - understood: its result has an expression over those of its operands;
//   - moving data: the ids move along (memory, calls, aggregates);
//   - deciding: branch, switch, and checks for bugs are recorded as choices;
//   - anything else: symbolic operands are pinned to their values and that is reported; the result
//     is concrete. See unsupported().
//
// To add an instruction: a visit function that takes the operands' parts, calls path_.compute() for
// each scalar of the result, and ends with set_ids().
class Symboliser : public llvm::InstVisitor<Symboliser> {
 public:
  Symboliser(Unit& unit, llvm::Function& function, Slots& slots);

  // Instruments one block of the symbolic version; it falls apart into several. FORGETS THE IDS OF
  // THE BLOCK BEFORE: see ids_.
  void run(llvm::BasicBlock& block);

  // What InstVisitor calls, once per instruction of the program, in order. Each may add to the
  // pending rare path and may flush it; none may look at an id's code before the flush.

  // symboliser.cpp: arithmetic
  void visitBinaryOperator(llvm::BinaryOperator& instruction);
  void visitCastInst(llvm::CastInst& instruction);
  void visitICmpInst(llvm::ICmpInst& instruction);
  void visitSelectInst(llvm::SelectInst& instruction);
  void visitFreezeInst(llvm::FreezeInst& instruction);
  void visitGetElementPtrInst(llvm::GetElementPtrInst& instruction);
  void visitInstruction(llvm::Instruction& instruction);  // all that have no function of their own

  // symboliser_floats.cpp
  void visitUnaryOperator(llvm::UnaryOperator& instruction);
  void visitFCmpInst(llvm::FCmpInst& instruction);

  // symboliser_parts.cpp: vectors and aggregates. Ids change places; nothing is computed.
  void visitExtractValueInst(llvm::ExtractValueInst& instruction);
  void visitInsertValueInst(llvm::InsertValueInst& instruction);
  void visitExtractElementInst(llvm::ExtractElementInst& instruction);
  void visitInsertElementInst(llvm::InsertElementInst& instruction);
  void visitShuffleVectorInst(llvm::ShuffleVectorInst& instruction);

  // symboliser_memory.cpp: ids go to shadow memory and come from it. Loads and stores of slots are
  // ours and move between slots of values and slots of ids instead.
  void visitLoadInst(llvm::LoadInst& instruction);
  void visitStoreInst(llvm::StoreInst& instruction);
  void visitAtomicRMWInst(llvm::AtomicRMWInst& instruction);
  void visitAtomicCmpXchgInst(llvm::AtomicCmpXchgInst& instruction);
  void visitAllocaInst(llvm::AllocaInst& instruction);
  void visitFenceInst(llvm::FenceInst&) {}

  // symboliser_calls.cpp: ids of arguments and results travel in CuttleThread (runtime.h).
  void visitCallBase(llvm::CallBase& instruction);
  void visitLandingPadInst(llvm::LandingPadInst&) {}
  void visitUnreachableInst(llvm::UnreachableInst&) {}
  // Terminators are dealt with in close().
  void visitBranchInst(llvm::BranchInst&) {}
  void visitSwitchInst(llvm::SwitchInst&) {}
  void visitReturnInst(llvm::ReturnInst&) {}
  void visitResumeInst(llvm::ResumeInst&) {}

 private:
  // A scalar of a value, with its id (null: concrete).
  struct Part {
    llvm::Value* value;
    const Leaf* leaf;
    llvm::Value* id;
  };
  using Term = Expressions::Term;
  using Inside = RarePath::Inside;

  // ---- Values and their ids.
  const Shape& shape(const llvm::Value* value) { return unit_.shapes.of(value->getType()); }
  // Of a value of this block, or of an argument, whose ids are loaded at the block's start. Empty:
  // the value is concrete wherever the program goes.
  Ids ids(llvm::Value* value);
  void set_ids(llvm::Value& value, Ids ids);
  Part part(llvm::Value* value, unsigned leaf);

  // ---- Code in the rare block: id and bits of a part, an operation on two, the place in the
  // source.
  static Term term(Builder& b, const Inside& inside, const Part& part);
  llvm::Value* binary(CuttleOp op, const Part& a, const Part& b);
  llvm::Value* site_number(Builder& b, CuttleSiteKind kind, const llvm::Instruction& at);

  // ---- Ways out.
  // Pins all symbolic parts of a value; its later uses still see the expression, which has one
  // value only from here on.
  void pin(llvm::Value* value, const llvm::Instruction& at, CuttleReason reason);
  // For what is not understood. Flushes.
  void unsupported(llvm::Instruction& instruction, const llvm::Twine& what);

  // ---- The end of a block: the choice that its terminator makes, the ids of what it returns, then
  // the last flush, then ids into the slots of values that other blocks use. `before` is the first
  // of these instructions: nothing may become pending after it.
  void close(llvm::Instruction& terminator, llvm::Instruction* before);
  void close_branch(llvm::BranchInst& branch);
  void close_switch(llvm::SwitchInst& choice);
  void close_return(llvm::ReturnInst& exit);
  void store_slot(llvm::StoreInst& store, const Slots::Variable& variable);

  // ---- Arithmetic. A check asks whether a formula over the operands can be true, which is a bug;
  // it comes before the instruction. Which checks there are was asked for (program/checks.h), but
  // for divisions.
  void regroup(llvm::CastInst& instruction);  // other scalars, same bits
  void check(llvm::Instruction& at, llvm::ArrayRef<Part> parts, const char* message,
             const std::function<Term(Algebra&, llvm::ArrayRef<Term>)>& formula);
  void check_arithmetic(llvm::BinaryOperator& instruction, const Part& x, const Part& y);
  void check_truncation(llvm::CastInst& instruction, const Part& x);
  void check_conversion(llvm::CastInst& instruction, const Part& x);
  void check_nan(llvm::Instruction& instruction, const Part& x, const Part& y, llvm::Value* id);
  void check_division(llvm::BinaryOperator& instruction, CuttleOp op, const Part& a, const Part& c);

  // ---- Floats: of 32 and 64 bits only (is_other_float).
  llvm::Value* float_comparison(llvm::FCmpInst& instruction, const Part& a, const Part& c);
  void float_unary(llvm::Instruction& instruction, CuttleOp op, unsigned parameter);
  void float_binary(llvm::Instruction& instruction, CuttleOp op);
  void multiply_add(llvm::IntrinsicInst& call, bool fused);
  void round_to_integer(llvm::IntrinsicInst& call, CuttleRounding rounding);

  // ---- Memory. Ids of bytes at an address; flags that say whether the rare path must be taken;
  // which object an address points into, as far as the code shows it.
  Ids load_ids(llvm::Value* address, llvm::Type* type, llvm::Value* address_id = nullptr);
  void store_ids(llvm::Value* address, llvm::Value* value, const Ids& ids,
                 llvm::Instruction* after);
  void watch_flags(llvm::Value* address, uint64_t size, llvm::Instruction* at);
  llvm::Value* origin(llvm::Value* address) const;
  std::pair<llvm::Value*, uint64_t> known_object(llvm::Value* address);

  // ---- Calls: of functions that may or may not be instrumented, of assembly, of what touches
  // memory that we do not see. What leaves our sight symbolic is pinned first.
  void call(llvm::CallBase& call);
  bool pin_objects(llvm::CallBase& call);
  void pass_arguments(llvm::CallBase& call);
  void take_results(llvm::CallBase& call, llvm::Instruction* at);
  void leave_out(llvm::CallBase& call, const ArgumentSlots::Slot& slot);
  void inline_assembly(llvm::CallBase& call);
  void empty_assembly(llvm::CallBase& call);
  void unseen_memory(llvm::CallBase& call);
  void pin_region(const Region& region, const llvm::Instruction& access, llvm::Instruction* before);
  bool memory_intrinsic(llvm::IntrinsicInst& call);
  bool guard_copy(llvm::MemIntrinsic& copy);

  // ---- Intrinsics; false: not one of these. symboliser_intrinsics.cpp, symboliser_x86.cpp.
  // Most are a formula over the scalars in the same lane (lanewise), the others one over all
  // scalars of all operands (whole).
  using Formula = std::function<Term(Algebra&, llvm::ArrayRef<Term>)>;
  bool intrinsic(llvm::IntrinsicInst& call);
  bool identity_intrinsic(llvm::IntrinsicInst& call);
  bool bit_intrinsic(llvm::IntrinsicInst& call);
  bool sum_intrinsic(llvm::IntrinsicInst& call);
  bool reduction(llvm::IntrinsicInst& call);
  bool float_intrinsic(llvm::IntrinsicInst& call);
  using WholeFormula = std::function<llvm::SmallVector<Term, 16>(
      Algebra&, llvm::ArrayRef<llvm::SmallVector<Term, 16>>)>;
  void whole(llvm::IntrinsicInst& call, unsigned operands, const WholeFormula& formula);
  bool x86_intrinsic(llvm::IntrinsicInst& call);
  bool x86_shift(llvm::IntrinsicInst& call);
  bool x86_float(llvm::IntrinsicInst& call);
  void lanewise(llvm::IntrinsicInst& call, unsigned operands, const Formula& formula);
  void with_overflow(llvm::IntrinsicInst& call, Algebra::Sum kind, bool is_signed);

  Unit& unit_;
  llvm::Function& function_;
  Slots& slots_;
  Expressions expressions_;
  RarePath path_;  // empty between blocks

  // LIVES FOR ONE BLOCK: run() empties it. An id is a phi behind a flush, or a load from a slot at
  // the block's start; neither need dominate another block. Ids that other blocks need go through
  // slots, which close() and store_slot() fill. NEVER KEEP AN ID, A Part OR Ids BEYOND run(), and
  // never use one in code of your own before path_.flush(): until then it is a phi that stands
  // nowhere.
  llvm::DenseMap<llvm::Value*, Ids> ids_;
  llvm::BasicBlock* start_ = nullptr;  // of the block at hand; it keeps its beginning when cut

  // Calls whose arguments may have been symbolic, of the whole function: their results are taken in
  // another block when they are invokes.
  llvm::SmallPtrSet<const llvm::CallBase*, 8> passed_symbolic_;
};

}  // namespace cuttle
