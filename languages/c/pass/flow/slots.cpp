// SPDX-License-Identifier: Apache-2.0
#include "languages/c/pass/flow/slots.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

using namespace llvm;

namespace cuttle {
namespace {

bool crosses_blocks(const Instruction& instruction) {
  const BasicBlock* home = instruction.getParent();
  return any_of(instruction.users(), [&](const User* user) {
    const auto* place = cast<Instruction>(user);
    return place->getParent() != home || isa<PHINode>(place);
  });
}

}  // namespace

Slots::Slots(Function& function, const RuntimeAbi& abi, Shapes& shapes, const SymbolicFlow& flow)
    : function_(function), abi_(abi), shapes_(shapes), flow_(flow) {
  for (Argument& argument : function.args())
    if (flow.may_be_symbolic(&argument))
      add_variable(&argument, {.argument = &argument}, argument.getType(), true);
  SmallVector<Instruction*, 32> phis, crossing;
  for (Instruction& instruction : instructions(function)) {
    if (instruction.getParent() == &function.getEntryBlock()) continue;
    if (isa<PHINode>(instruction))
      phis.push_back(&instruction);
    else if (crosses_blocks(instruction))
      crossing.push_back(&instruction);
  }
  for (Instruction* phi : phis) crossing.push_back(demote_phi(*cast<PHINode>(phi)));
  for (Instruction* instruction : crossing)
    if (crosses_blocks(*instruction)) demote(*instruction);
  compute_liveness();
}

AllocaInst* Slots::new_slot(Type* type, const Twine& name) {
  BasicBlock& entry = function_.getEntryBlock();
  Builder b(&entry, entry.begin());
  AllocaInst* slot = b.CreateAlloca(type, nullptr, name);
  slots_.push_back(slot);
  return slot;
}

void Slots::add_variable(Value* key, Variable variable, Type* type, bool symbolic) {
  if (symbolic) {
    Builder b(function_.getEntryBlock().getTerminator());
    for (size_t i = 0; i < shapes_.of(type).size(); ++i) {
      variable.ids.push_back(new_slot(abi_.i32, "id"));
      b.CreateStore(abi_.zero, variable.ids.back());
    }
  }
  numbers_[key] = static_cast<unsigned>(variables_.size());
  variables_.push_back(std::move(variable));
}

// The phi becomes a load in its place; the load, as any value, is demoted again if it leaves the
// block. (One slot for both would be overwritten while the old value is still needed.)
LoadInst* Slots::demote_phi(PHINode& phi) {
  AllocaInst* slot = new_slot(phi.getType(), "phi");
  add_variable(slot, {.slot = slot}, phi.getType(), flow_.may_be_symbolic(&phi));
  SmallPtrSet<BasicBlock*, 8> done;
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    BasicBlock* from = phi.getIncomingBlock(i);
    if (!done.insert(from).second) continue;
    Builder b(from->getTerminator());
    b.SetCurrentDebugLocation(DebugLoc());
    b.CreateStore(phi.getIncomingValue(i), slot);
  }
  BasicBlock* home = phi.getParent();
  Builder b(home, home->getFirstInsertionPt());
  LoadInst* value = b.CreateLoad(phi.getType(), slot);
  phi.replaceAllUsesWith(value);
  phi.eraseFromParent();
  return value;
}

void Slots::demote(Instruction& instruction) {
  AllocaInst* slot = new_slot(instruction.getType(), "slot");
  const bool reloaded = isa<LoadInst>(instruction) && is_slot(instruction.getOperand(0));
  const bool symbolic = reloaded ? !find(instruction.getOperand(0))->ids.empty()
                                 : flow_.may_be_symbolic(&instruction);
  add_variable(slot, {.slot = slot}, instruction.getType(), symbolic);
  BasicBlock* home = instruction.getParent();
  MapVector<BasicBlock*, LoadInst*> loads;
  for (Use& use : make_early_inc_range(instruction.uses())) {
    BasicBlock* place = cast<Instruction>(use.getUser())->getParent();
    if (place == home) continue;
    LoadInst*& load = loads[place];
    if (load == nullptr) {
      Builder b(place, place->getFirstInsertionPt());
      b.SetCurrentDebugLocation(DebugLoc());
      load = b.CreateLoad(instruction.getType(), slot);
    }
    use.set(load);
  }
  // The result of an invoke arrives in a block of its own (see segments.h).
  Instruction* end = home->getTerminator();
  if (auto* invoke = dyn_cast<InvokeInst>(&instruction))
    end = invoke->getNormalDest()->getTerminator();
  Builder b(end);
  b.SetCurrentDebugLocation(DebugLoc());
  b.CreateStore(&instruction, slot);
}

bool Slots::is_slot(const Value* pointer) const {
  return isa<AllocaInst>(pointer) && numbers_.count(pointer) != 0;
}

const Slots::Variable* Slots::find(const Value* key) const {
  const auto found = numbers_.find(key);
  return found == numbers_.end() ? nullptr : &variables_[found->second];
}

void Slots::compute_liveness() {
  const unsigned count = static_cast<unsigned>(variables_.size());
  DenseMap<const BasicBlock*, BitVector> used, defined;
  for (const BasicBlock& block : function_) {
    BitVector uses(count), definitions(count);
    for (const Instruction& instruction : block)
      for (const Use& operand : instruction.operands()) {
        const auto found = numbers_.find(operand.get());
        if (found == numbers_.end()) continue;
        const bool store = isa<StoreInst>(instruction) && operand.getOperandNo() == 1 &&
                           variables_[found->second].slot != nullptr;
        if (store)
          definitions.set(found->second);
        else if (!definitions.test(found->second))
          uses.set(found->second);
      }
    live_[&block] = uses;
    used[&block] = std::move(uses);
    defined[&block] = std::move(definitions);
  }
  const auto order = to_vector(post_order(&function_));
  for (bool changed = true; changed;) {
    changed = false;
    for (const BasicBlock* block : order) {
      BitVector live(count);
      for (const BasicBlock* next : successors(block)) live |= live_[next];
      live.reset(defined[block]);
      live |= used[block];
      if (live != live_[block]) {
        live_[block] = std::move(live);
        changed = true;
      }
    }
  }
}

SmallVector<const Slots::Variable*, 8> Slots::live_at(const BasicBlock* block) const {
  SmallVector<const Variable*, 8> result;
  const auto found = live_.find(block);
  if (found == live_.end()) return result;
  for (unsigned number : found->second.set_bits())
    if (!variables_[number].ids.empty()) result.push_back(&variables_[number]);
  return result;
}

void Slots::promote() {
  DominatorTree dominators(function_);
  PromoteMemToReg(slots_, dominators);
}

}  // namespace cuttle
