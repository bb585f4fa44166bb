// SPDX-License-Identifier: Apache-2.0
#include "languages/c/pass/memory/locals.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/IntrinsicInst.h>

#include "languages/c/pass/abi/llvm_compat.h"
#include "languages/c/runtime/runtime.h"

using namespace llvm;

namespace cuttle {
namespace {

constexpr uint64_t reach = 64;        // of one flag, in bytes
constexpr uint64_t max_inline = 256;  // larger ones are left to the runtime's own look at the flags

}  // namespace

bool escapes(const AllocaInst& local) {
  SmallVector<const Value*, 8> work = {&local};
  SmallPtrSet<const Value*, 8> seen;
  while (!work.empty()) {
    const Value* value = work.pop_back_val();
    if (!seen.insert(value).second) continue;
    for (const User* user : value->users()) {
      if (isa<GetElementPtrInst>(user) || isa<BitCastInst>(user) || isa<PHINode>(user) ||
          isa<SelectInst>(user)) {
        work.push_back(user);
      } else if (const auto* store = dyn_cast<StoreInst>(user)) {
        if (store->getValueOperand() == value) return true;
      } else if (const auto* memory = dyn_cast<MemIntrinsic>(user)) {
        if (!isa<ConstantInt>(memory->getLength())) return true;
      } else if (!isa<LoadInst>(user) && !isa<ICmpInst>(user) && !isa<IntrinsicInst>(user)) {
        return true;
      }
    }
  }
  return false;
}

namespace {

bool has_array(Type* type) {
  if (auto* array = dyn_cast<ArrayType>(type))
    return array->getNumElements() > 1 || has_array(array->getElementType());
  if (auto* structure = dyn_cast<StructType>(type)) return any_of(structure->elements(), has_array);
  return false;
}

struct Local {
  AllocaInst* slot;
  uint64_t size;
};

SmallVector<Local, 8> escaping_locals(Unit& unit, Function& function) {
  SmallVector<Local, 8> locals;
  for (Instruction& instruction : function.getEntryBlock()) {
    auto* slot = dyn_cast<AllocaInst>(&instruction);
    if (slot == nullptr || !slot->isStaticAlloca() || is_ours(*slot)) continue;
    const auto size = slot->getAllocationSize(unit.layout);
    if (size && !size->isScalable() && size->getFixedValue() != 0 && escapes(*slot))
      locals.push_back({slot, size->getFixedValue()});
  }
  return locals;
}

// Put into main by prepare_function().
bool is_run_begin(const CallInst& call) {
  const Function* callee = call.getCalledFunction();
  return callee != nullptr && callee->getName() == "__cuttle_main";
}

// Locals that never live at the same time may share a place, unless they live all the time.
void live_throughout(AllocaInst& local) {
  for (User* user : make_early_inc_range(local.users()))
    if (auto* marker = dyn_cast<IntrinsicInst>(user); marker && marker->isLifetimeStartOrEnd())
      marker->eraseFromParent();
}

void make_known(Unit& unit, Function& function, ArrayRef<Local> locals, Instruction* at) {
  const RuntimeAbi& abi = unit.abi;
  Builder b(at);
  LoadInst* before = nullptr;
  for (const Local& local : locals) {
    if (!has_array(local.slot->getAllocatedType()) && !local.slot->isArrayAllocation()) continue;
    if (before == nullptr) {
      Value* count = abi.thread_field(b, offsetof(CuttleThread, stack_object_count));
      before = b.CreateLoad(abi.i32, count);
      mark_ours(before);
    }
    mark_ours(b.CreateCall(abi.stack_object, {local.slot, abi.number(local.size)}));
  }
  if (before == nullptr) return;
  for (BasicBlock& block : function) {
    auto* exit = dyn_cast<ReturnInst>(block.getTerminator());
    if (exit == nullptr || block.getTerminatingMustTailCall() != nullptr) continue;
    Builder c(exit);
    mark_ours(
        c.CreateStore(before, abi.thread_field(c, offsetof(CuttleThread, stack_object_count))));
  }
}

void forget(Unit& unit, ArrayRef<Local> locals, Instruction* at) {
  const RuntimeAbi& abi = unit.abi;
  Value* any = nullptr;
  Builder b(at);
  for (const Local& local : locals)
    for (uint64_t offset = 0; offset < std::min(local.size, max_inline); offset += reach) {
      Value* flag = abi.flag(b, b.CreateConstGEP1_64(abi.i8, local.slot, offset));
      any = any == nullptr ? flag : b.CreateOr(any, flag);
    }
  if (any == nullptr) return;
  // The blocks of large locals beyond the flags looked at here are few: ask the runtime.
  const bool large = any_of(locals, [](const Local& local) { return local.size > max_inline; });
  Value* condition = large ? b.getTrue() : b.CreateICmpNE(any, b.getInt8(0));
  BasicBlock* usual = at->getParent();
  BasicBlock* on = usual->splitBasicBlock(at->getIterator());
  BasicBlock* rare = BasicBlock::Create(on->getContext(), "forget", on->getParent());
  usual->getTerminator()->eraseFromParent();
  b.SetInsertPoint(usual);
  abi.rare_branch(b, condition, rare, on);
  b.SetInsertPoint(rare);
  for (const Local& local : locals)
    mark_ours(b.CreateCall(abi.clear, {local.slot, abi.number(local.size)}));
  b.CreateBr(on);
}

}  // namespace

void watch_locals(Unit& unit, Function& function) {
  const auto locals = escaping_locals(unit, function);
  if (locals.empty()) return;
  for (const Local& local : locals) live_throughout(*local.slot);
  // After the last alloca: those that follow would otherwise move to another block.
  BasicBlock& entry = function.getEntryBlock();
  Instruction* first = &*entry.begin();
  for (Instruction& instruction : make_early_inc_range(entry)) {
    auto* slot = dyn_cast<AllocaInst>(&instruction);
    if (slot == nullptr || !slot->isStaticAlloca()) continue;
    if (slot == first)
      first = first->getNextNode();
    else
      compat::move_before(*slot, *first);
  }
  // What is registered before the run begins does not belong to it.
  for (Instruction& instruction : entry)
    if (auto* call = dyn_cast<CallInst>(&instruction); call != nullptr && is_run_begin(*call))
      first = call->getNextNode();
  make_known(unit, function, locals, first);
  forget(unit, locals, first);
}

}  // namespace cuttle
