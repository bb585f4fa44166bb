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

// Makes the symbolic version of a function's blocks: beside each value its ids (shape.h), which are
// computed on rare paths (rare_path.h).
//
// Every instruction that clang emits is one of
//   - understood: its result has an expression over those of its operands;
//   - moving data: the ids move along (memory, calls, aggregates);
//   - deciding: branch, switch, and checks for bugs are recorded as choices;
//   - anything else: symbolic operands are pinned to their values and that is reported; the result
//     is concrete. See unsupported().
class Symboliser : public llvm::InstVisitor<Symboliser> {
 public:
  Symboliser(Unit& unit, llvm::Function& function, Slots& slots);

  // Instruments one block of the symbolic version; it falls apart into several.
  void run(llvm::BasicBlock& block);

  // symboliser.cpp: arithmetic
  void visitBinaryOperator(llvm::BinaryOperator& instruction);
  void visitCastInst(llvm::CastInst& instruction);
  void visitICmpInst(llvm::ICmpInst& instruction);
  void visitSelectInst(llvm::SelectInst& instruction);
  void visitFreezeInst(llvm::FreezeInst& instruction);
  void visitGetElementPtrInst(llvm::GetElementPtrInst& instruction);
  void visitInstruction(llvm::Instruction& instruction);

  // symboliser_floats.cpp
  void visitUnaryOperator(llvm::UnaryOperator& instruction);
  void visitFCmpInst(llvm::FCmpInst& instruction);

  // symboliser_parts.cpp: vectors and aggregates
  void visitExtractValueInst(llvm::ExtractValueInst& instruction);
  void visitInsertValueInst(llvm::InsertValueInst& instruction);
  void visitExtractElementInst(llvm::ExtractElementInst& instruction);
  void visitInsertElementInst(llvm::InsertElementInst& instruction);
  void visitShuffleVectorInst(llvm::ShuffleVectorInst& instruction);

  // symboliser_memory.cpp
  void visitLoadInst(llvm::LoadInst& instruction);
  void visitStoreInst(llvm::StoreInst& instruction);
  void visitAtomicRMWInst(llvm::AtomicRMWInst& instruction);
  void visitAtomicCmpXchgInst(llvm::AtomicCmpXchgInst& instruction);
  void visitAllocaInst(llvm::AllocaInst& instruction);
  void visitFenceInst(llvm::FenceInst&) {}

  // symboliser_calls.cpp
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

  const Shape& shape(const llvm::Value* value) { return unit_.shapes.of(value->getType()); }
  Ids ids(llvm::Value* value);
  void set_ids(llvm::Value& value, Ids ids);
  Part part(llvm::Value* value, unsigned leaf);
  static Term term(Builder& b, const Inside& inside, const Part& part);
  llvm::Value* binary(CuttleOp op, const Part& a, const Part& b);
  llvm::Value* site_number(Builder& b, CuttleSiteKind kind, const llvm::Instruction& at);

  // Pins all symbolic parts of a value; its later uses still see the expression, which has one
  // value only from here on.
  void pin(llvm::Value* value, const llvm::Instruction& at, CuttleReason reason);
  // The way out for what is not understood.
  void unsupported(llvm::Instruction& instruction, const llvm::Twine& what);

  // At the end of a block: the choice that its terminator makes, the ids of what it returns.
  void close(llvm::Instruction& terminator, llvm::Instruction* before);
  void close_branch(llvm::BranchInst& branch);
  void close_switch(llvm::SwitchInst& choice);
  void close_return(llvm::ReturnInst& exit);
  void store_slot(llvm::StoreInst& store, const Slots::Variable& variable);

  // Arithmetic
  void regroup(llvm::CastInst& instruction);
  void check(llvm::Instruction& at, llvm::ArrayRef<Part> parts, const char* message,
             const std::function<Term(Algebra&, llvm::ArrayRef<Term>)>& formula);
  void check_arithmetic(llvm::BinaryOperator& instruction, const Part& x, const Part& y);
  void check_truncation(llvm::CastInst& instruction, const Part& x);
  void check_conversion(llvm::CastInst& instruction, const Part& x);
  void check_nan(llvm::Instruction& instruction, const Part& x, const Part& y, llvm::Value* id);
  void check_division(llvm::BinaryOperator& instruction, CuttleOp op, const Part& a, const Part& c);

  // Floats
  llvm::Value* float_comparison(llvm::FCmpInst& instruction, const Part& a, const Part& c);
  void float_unary(llvm::Instruction& instruction, CuttleOp op, unsigned parameter);
  void float_binary(llvm::Instruction& instruction, CuttleOp op);
  void multiply_add(llvm::IntrinsicInst& call, bool fused);
  void round_to_integer(llvm::IntrinsicInst& call, CuttleRounding rounding);

  // Memory
  Ids load_ids(llvm::Value* address, llvm::Type* type, llvm::Value* address_id = nullptr);
  void store_ids(llvm::Value* address, llvm::Value* value, const Ids& ids,
                 llvm::Instruction* after);
  void watch_flags(llvm::Value* address, uint64_t size, llvm::Instruction* at);
  llvm::Value* origin(llvm::Value* address) const;
  std::pair<llvm::Value*, uint64_t> known_object(llvm::Value* address);

  // Calls
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

  // Intrinsics; false: not one of these. symboliser_intrinsics.cpp
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
  RarePath path_;
  // Of the block at hand
  llvm::DenseMap<llvm::Value*, Ids> ids_;
  llvm::BasicBlock* start_ = nullptr;
  llvm::SmallPtrSet<const llvm::CallBase*, 8> passed_symbolic_;  // of the whole function
};

}  // namespace cuttle
