// SPDX-License-Identifier: Apache-2.0
#include "languages/c/pass/instrument.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "languages/c/pass/abi/llvm_compat.h"
#include "languages/c/pass/calls/calls.h"
#include "languages/c/pass/calls/variadic.h"
#include "languages/c/pass/flow/clean.h"
#include "languages/c/pass/flow/segments.h"
#include "languages/c/pass/flow/slots.h"
#include "languages/c/pass/program/coverage.h"
#include "languages/c/pass/symboliser/symboliser.h"
#include "languages/c/runtime/runtime.h"

using namespace llvm;

namespace cuttle {
namespace {

// A function has its blocks twice unless the state to hand over, at all places where it can go from
// one version to the other, would be more than this; then there is the symbolic version alone.
constexpr size_t max_state_handed_over = 200'000;

class Instrumenter {
 public:
  Instrumenter(Unit& unit, Function& function)
      : unit_(unit), function_(function), flow_(function, unit.shapes) {}

  void run() {
    variadic_ = watch_variadic(unit_, function_);
    cut_segments(function_, flow_);
    find_loops();
    for (BasicBlock* block : ReversePostOrderTraversal<Function*>(&function_))
      if (block != &function_.getEntryBlock()) order_.push_back(block);
    Slots slots(function_, unit_.abi, unit_.shapes, flow_);
    slots_ = &slots;
    size_t state = 0;
    for (BasicBlock* block : order_) state += slots.live_at(block).size();
    twice_ = state <= max_state_handed_over;
    copy_blocks();
    for (BasicBlock* block : order_) connect(*block);
    Symboliser symboliser(unit_, function_, slots);
    for (BasicBlock* block : order_) symboliser.run(*twins_[block]);
    enter();
    if (twice_) {
      CleanVersion clean(unit_, slots, twins_);
      for (BasicBlock* block : order_) clean.run(*block);
    }
    EliminateUnreachableBlocks(function_);
    slots.promote();
    unit_.abi.separate_from_program(function_);
  }

 private:
  void find_loops() {
    DominatorTree dominators(function_);
    LoopInfo loops(dominators);
    for (BasicBlock& block : function_)
      if (loops.isLoopHeader(&block))
        headers_.insert(&block);
      else if (loops.getLoopFor(&block) != nullptr)
        inside_loops_.insert(&block);
  }

  void copy_blocks() {
    ValueToValueMapTy map;
    SmallVector<BasicBlock*, 32> copies;
    for (BasicBlock* block : order_) {
      BasicBlock* copy = CloneBasicBlock(block, map, ".s", &function_);
      map[block] = copy;
      twins_[block] = copy;
      copies.push_back(copy);
    }
    for (BasicBlock* copy : copies) {
      compat::remap_block(*copy, map);
      // Beside an expression that wraps around, the machine must not assume that it does not.
      for (Instruction& instruction : *copy) {
        compat::drop_poison(instruction);
        instruction.setMetadata(LLVMContext::MD_noundef, nullptr);
      }
    }
  }

  // Where the symbolic version goes when the program goes to `block`. The clean version is entered
  // at loop headers and outside loops only: otherwise its loops would have several entries, and the
  // optimiser would not recognise them any more.
  BasicBlock* target(BasicBlock* block) {
    if (!twice_ || inside_loops_.contains(block)) return twins_[block];
    const auto live = slots_->live_at(block);
    if (live.empty()) return block;
    if (!headers_.contains(block) || block->isEHPad()) return twins_[block];
    BasicBlock*& look = looks_[block];
    if (look != nullptr) return look;
    look = BasicBlock::Create(block->getContext(), "look", &function_);
    Builder b(look);
    Value* any = nullptr;
    for (const Slots::Variable* variable : live)
      for (AllocaInst* slot : variable->ids) {
        Value* id = b.CreateLoad(unit_.abi.i32, slot);
        any = any == nullptr ? id : b.CreateOr(any, id);
      }
    b.CreateCondBr(b.CreateICmpNE(any, unit_.abi.zero), twins_[block], block);
    return look;
  }

  void connect(BasicBlock& block) {
    Instruction* end = block.getTerminator();
    Instruction* copy = twins_[&block]->getTerminator();
    for (unsigned i = 0; i < end->getNumSuccessors(); ++i) {
      BasicBlock* next = end->getSuccessor(i);
      const auto* invoke = dyn_cast<InvokeInst>(end);
      const bool arrival = invoke != nullptr && i == 0;
      copy->setSuccessor(i, arrival ? twins_[next] : target(next));
    }
  }

  // The entry: with symbolic arguments to the symbolic version.
  void enter() {
    const RuntimeAbi& abi = unit_.abi;
    BasicBlock& entry = function_.getEntryBlock();
    Instruction* old = entry.getTerminator();
    BasicBlock* start = old->getSuccessor(0);
    BasicBlock* symbolic = twins_[start];
    BasicBlock* concrete = clear_by_value(twice_ ? start : symbolic);
    const ArgumentSlots arguments(unit_, function_);
    Builder b(old);
    if (variadic_ != nullptr) mark_ours(b.CreateStore(abi.zero, variadic_));
    if (arguments.count() == 0 && variadic_ == nullptr) {
      b.CreateBr(concrete);
    } else {
      Value* field = abi.thread_field(b, offsetof(CuttleThread, callee));
      LoadInst* called = b.CreateLoad(abi.pointer, field);
      mark_ours(called);
      // Nearly always nobody is called with ids: a comparison with 0 is the cheapest.
      BasicBlock* look = BasicBlock::Create(entry.getContext(), "called", &function_);
      BasicBlock* receive = BasicBlock::Create(entry.getContext(), "arguments", &function_);
      abi.rare_branch(b, b.CreateIsNotNull(called), look, concrete);
      b.SetInsertPoint(look);
      b.CreateCondBr(b.CreateICmpEQ(called, &function_), receive, concrete);
      b.SetInsertPoint(receive);
      mark_ours(b.CreateStore(ConstantPointerNull::get(abi.pointer), field));
      if (variadic_ != nullptr) b.CreateCall(abi.variadic, {variadic_, abi.id(arguments.count())});
      receive_arguments(b, arguments);
      b.CreateBr(symbolic);
    }
    old->eraseFromParent();
  }

  void receive_arguments(Builder& b, const ArgumentSlots& arguments) {
    const RuntimeAbi& abi = unit_.abi;
    LoadInst* count =
        b.CreateLoad(abi.i32, abi.thread_field(b, offsetof(CuttleThread, argument_count)));
    mark_ours(count);
    for (const ArgumentSlots::Slot& slot : arguments.all()) {
      Argument* argument = function_.getArg(slot.argument);
      LoadInst* sent = b.CreateLoad(abi.i32, abi.argument_field(b, slot.index));
      mark_ours(sent);
      Value* id = b.CreateSelect(b.CreateICmpULT(abi.id(slot.index), count), sent, abi.zero);
      if (slot.by_value) {
        Value* at = b.CreateConstGEP1_64(abi.i8, argument, slot.offset);
        b.CreateCall(abi.store, {at, abi.number(slot.size), id});
      } else if (const Slots::Variable* variable = slots_->find(argument)) {
        b.CreateStore(id, variable->ids[slot.leaf]);
      }
    }
  }

  // The copy of an aggregate that is passed in memory lies where something symbolic may have been.
  BasicBlock* clear_by_value(BasicBlock* next) {
    for (Argument& argument : function_.args()) {
      Type* type = argument.getParamByValType();
      if (type == nullptr) continue;
      BasicBlock* clear = BasicBlock::Create(next->getContext(), "forget", &function_);
      Builder b(clear);
      b.CreateCall(unit_.abi.clear,
                   {&argument, unit_.abi.number(unit_.layout.getTypeStoreSize(type))});
      b.CreateBr(next);
      next = clear;
    }
    return next;
  }

  Unit& unit_;
  Function& function_;
  SymbolicFlow flow_;
  Slots* slots_ = nullptr;
  AllocaInst* variadic_ = nullptr;
  bool twice_ = true;
  SmallVector<BasicBlock*, 32> order_;
  SmallPtrSet<BasicBlock*, 16> headers_, inside_loops_;
  DenseMap<BasicBlock*, BasicBlock*> twins_;
  DenseMap<BasicBlock*, BasicBlock*> looks_;
};

}  // namespace

void instrument_function(Unit& unit, Function& function) {
  Instrumenter(unit, function).run();
}

std::string why_not_instrumented(const Function& function) {
  for (const Instruction& instruction : instructions(function)) {
    if (isa<CallBrInst>(instruction)) return "asm goto";
    if (isa<FuncletPadInst>(instruction) || isa<CatchSwitchInst>(instruction))
      return "exceptions of another system";
    Type* type = instruction.getType();
    if (type->isTokenTy() || type->isX86_AMXTy()) return "special registers";
  }
  return {};
}

}  // namespace cuttle
